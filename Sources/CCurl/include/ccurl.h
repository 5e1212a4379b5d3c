#pragma once
#include <curl/curl.h>

// libcurl, loaded when the first request needs it: with all that it brings along (OpenSSL, GnuTLS, Kerberos, LDAP, SSH) it is a quarter of the
// memory of a daemon that asks nobody anything. Each function is libcurl's own of that name; until rt_curl_load has succeeded none but it may
// be called. Those for options and answers, which are variadic and hidden from Swift, come once for each kind of argument.

/// NULL when libcurl is there, else why not. From any thread, any number of times.
const char *rt_curl_load(void);

CURLcode rt_curl_global_init(long flags);
CURLM *rt_curl_multi_init(void);
CURLMcode rt_curl_multi_cleanup(CURLM *multi);
CURLMcode rt_curl_multi_add_handle(CURLM *multi, CURL *easy);
CURLMcode rt_curl_multi_remove_handle(CURLM *multi, CURL *easy);
CURLMcode rt_curl_multi_perform(CURLM *multi, int *running);
/// Waits for the handles of `multi` only.
CURLMcode rt_curl_multi_poll(CURLM *multi, int timeout_ms);
CURLMcode rt_curl_multi_wakeup(CURLM *multi);
CURLMsg *rt_curl_multi_info_read(CURLM *multi, int *left);
CURL *rt_curl_easy_init(void);
void rt_curl_easy_reset(CURL *easy);
void rt_curl_easy_cleanup(CURL *easy);
const char *rt_curl_easy_strerror(CURLcode code);
struct curl_slist *rt_curl_slist_append(struct curl_slist *list, const char *text);
void rt_curl_slist_free_all(struct curl_slist *list);

CURLcode rt_setopt_long(CURL *handle, CURLoption option, long value);
CURLcode rt_setopt_text(CURL *handle, CURLoption option, const char *value);
CURLcode rt_setopt_pointer(CURL *handle, CURLoption option, void *value);
CURLcode rt_setopt_list(CURL *handle, CURLoption option, struct curl_slist *value);
CURLcode rt_setopt_write(CURL *handle, CURLoption option, curl_write_callback value);
CURLcode rt_getinfo_long(CURL *handle, CURLINFO info, long *value);
CURLcode rt_getinfo_off(CURL *handle, CURLINFO info, curl_off_t *value);
CURLcode rt_getinfo_text(CURL *handle, CURLINFO info, const char **value);

/// -1 also where libcurl is not there.
time_t rt_curl_getdate(const char *date);
