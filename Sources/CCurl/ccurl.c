#include "ccurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

// Every function of libcurl that is used, under its own name.
#define FUNCTIONS(each)                                                                                                                     \
    each(global_init) each(multi_init) each(multi_cleanup) each(multi_add_handle) each(multi_remove_handle) each(multi_perform)            \
    each(multi_poll) each(multi_wakeup) each(multi_info_read) each(easy_init) each(easy_reset) each(easy_cleanup) each(easy_strerror)      \
    each(slist_append) each(slist_free_all) each(easy_setopt) each(easy_getinfo) each(getdate)

// The checks of the header's own macros stand between a name and its type.
#undef curl_easy_setopt
#undef curl_easy_getinfo

#define MEMBER(name) __typeof__(&curl_##name) name;
static struct { FUNCTIONS(MEMBER) } curl;

static const char *failure;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        failure = "libcurl.so.4 cannot be loaded";
        return;
    }
#define FIND(name)                                                                                                                          \
    *(void **)&curl.name = dlsym(library, "curl_" #name);                                                                                  \
    if (curl.name == NULL) failure = "libcurl.so.4 has no curl_" #name;
    FUNCTIONS(FIND)
}

const char *rt_curl_load(void) {
    pthread_once(&once, load);
    return failure;
}

CURLcode rt_curl_global_init(long flags) { return curl.global_init(flags); }
CURLM *rt_curl_multi_init(void) { return curl.multi_init(); }
CURLMcode rt_curl_multi_cleanup(CURLM *multi) { return curl.multi_cleanup(multi); }
CURLMcode rt_curl_multi_add_handle(CURLM *multi, CURL *easy) { return curl.multi_add_handle(multi, easy); }
CURLMcode rt_curl_multi_remove_handle(CURLM *multi, CURL *easy) { return curl.multi_remove_handle(multi, easy); }
CURLMcode rt_curl_multi_perform(CURLM *multi, int *running) { return curl.multi_perform(multi, running); }
CURLMcode rt_curl_multi_poll(CURLM *multi, int timeout_ms) { return curl.multi_poll(multi, NULL, 0, timeout_ms, NULL); }
CURLMcode rt_curl_multi_wakeup(CURLM *multi) { return curl.multi_wakeup(multi); }
CURLMsg *rt_curl_multi_info_read(CURLM *multi, int *left) { return curl.multi_info_read(multi, left); }
CURL *rt_curl_easy_init(void) { return curl.easy_init(); }
void rt_curl_easy_reset(CURL *easy) { curl.easy_reset(easy); }
void rt_curl_easy_cleanup(CURL *easy) { curl.easy_cleanup(easy); }
const char *rt_curl_easy_strerror(CURLcode code) { return curl.easy_strerror(code); }
struct curl_slist *rt_curl_slist_append(struct curl_slist *list, const char *text) { return curl.slist_append(list, text); }
void rt_curl_slist_free_all(struct curl_slist *list) { curl.slist_free_all(list); }

CURLcode rt_setopt_long(CURL *handle, CURLoption option, long value) { return curl.easy_setopt(handle, option, value); }
CURLcode rt_setopt_text(CURL *handle, CURLoption option, const char *value) { return curl.easy_setopt(handle, option, value); }
CURLcode rt_setopt_pointer(CURL *handle, CURLoption option, void *value) { return curl.easy_setopt(handle, option, value); }
CURLcode rt_setopt_list(CURL *handle, CURLoption option, struct curl_slist *value) { return curl.easy_setopt(handle, option, value); }
CURLcode rt_setopt_write(CURL *handle, CURLoption option, curl_write_callback value) { return curl.easy_setopt(handle, option, value); }
CURLcode rt_getinfo_long(CURL *handle, CURLINFO info, long *value) { return curl.easy_getinfo(handle, info, value); }
CURLcode rt_getinfo_off(CURL *handle, CURLINFO info, curl_off_t *value) { return curl.easy_getinfo(handle, info, value); }
CURLcode rt_getinfo_text(CURL *handle, CURLINFO info, const char **value) { return curl.easy_getinfo(handle, info, (char **)value); }

time_t rt_curl_getdate(const char *date) { return rt_curl_load() == NULL ? curl.getdate(date, NULL) : -1; }
