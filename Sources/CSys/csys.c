#include "csys.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/timex.h>

void rt_thread_name(const char *name) {
    char cut[16];
    strncpy(cut, name, sizeof cut - 1);
    cut[sizeof cut - 1] = 0;
    pthread_setname_np(pthread_self(), cut);
}

int rt_rename_new(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int rt_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int rt_clock_synchronised(void) {
    struct timex state = {0};
    int answer = adjtimex(&state);
    if (answer < 0) return -1;
    return answer != TIME_ERROR && !(state.status & STA_UNSYNC);
}
