//! Work that must reach its end once begun, even if whoever waits for it leaves.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use tokio::runtime::Handle;

/// A future that is carried on by the store's own runtime when it is dropped
/// halfway: a client that hangs up must not leave a durable commit unpublished.
pub(crate) struct RunToCompletion<T: Send + 'static> {
    work: Option<Pin<Box<dyn Future<Output = T> + Send>>>,
    runtime: Handle,
}

impl<T: Send + 'static> RunToCompletion<T> {
    pub(crate) fn new(runtime: &Handle, work: impl Future<Output = T> + Send + 'static) -> Self {
        RunToCompletion {
            work: Some(Box::pin(work)),
            runtime: runtime.clone(),
        }
    }
}

impl<T: Send + 'static> Future for RunToCompletion<T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T> {
        let work = self.work.as_mut().expect("it is not polled after its end");
        let ready = work.as_mut().poll(context);
        if ready.is_ready() {
            self.work = None;
        }
        ready
    }
}

impl<T: Send + 'static> Drop for RunToCompletion<T> {
    fn drop(&mut self) {
        if let Some(work) = self.work.take() {
            self.runtime.spawn(work);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::task::Waker;

    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn what_was_begun_is_finished_though_whoever_waited_has_left() {
        let (go_on, held) = oneshot::channel::<()>();
        let (done, heard) = oneshot::channel();
        let work = async move {
            held.await.unwrap();
            done.send("finished").unwrap();
        };
        {
            let mut carried = RunToCompletion::new(&Handle::current(), work);
            let mut nobody = Context::from_waker(Waker::noop());
            assert!(Pin::new(&mut carried).poll(&mut nobody).is_pending());
        }
        go_on.send(()).unwrap();
        assert_eq!(heard.await, Ok("finished"));
    }
}
