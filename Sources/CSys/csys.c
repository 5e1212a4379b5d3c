#include "csys.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timex.h>
#include <sys/un.h>
#include <unistd.h>

void rt_share_memory_pools(void) { mallopt(M_ARENA_MAX, 2); }

void rt_thread_name(const char *name) {
    char cut[16];
    strncpy(cut, name, sizeof cut - 1);
    cut[sizeof cut - 1] = 0;
    pthread_setname_np(pthread_self(), cut);
}

int rt_rename_new(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

long rt_copy_range(int from, int64_t *offset, int to, unsigned long count) {
    off64_t place = *offset;
    ssize_t copied = copy_file_range(from, &place, to, NULL, count, 0);
    *offset = place;
    return copied;
}

int rt_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int rt_clock_synchronised(void) {
    struct timex state = {0};
    int answer = adjtimex(&state);
    if (answer < 0) return -1;
    return answer != TIME_ERROR && !(state.status & STA_UNSYNC);
}

int rt_notify(const char *state, int patience_ms) {
    const char *path = getenv("NOTIFY_SOCKET");
    if (path == NULL || (path[0] != '/' && path[0] != '@')) return 0;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    if (length >= sizeof address.sun_path) return -1;
    memcpy(address.sun_path, path, length);
    if (path[0] == '@') address.sun_path[0] = 0;
    int link = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (link < 0) return -1;
    int told = -1;
    if (connect(link, (struct sockaddr *)&address, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length)) == 0) {
        struct pollfd room = {.fd = link, .events = POLLOUT};
        poll(&room, 1, patience_ms);
        if (send(link, state, strlen(state), MSG_NOSIGNAL) >= 0) told = 1;
    }
    close(link);
    return told;
}
