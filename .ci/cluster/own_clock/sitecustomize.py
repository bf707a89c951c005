"""Python asks for a pause by the monotonic clock in a way that libfaketime answers with an error
where it leaves that clock alone. Whatever is written in Python and goes by an own clock pauses
otherwise: Patroni would end where it pauses."""

import select
import time


def sleep(seconds):
    select.select([], [], [], seconds)


time.sleep = sleep
