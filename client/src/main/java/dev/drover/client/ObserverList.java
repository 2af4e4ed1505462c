package dev.drover.client;

import java.time.Duration;
import java.util.List;

/// Several observers as one.
record ObserverList(List<RequestObserver> observers) implements RequestObserver {
  @Override
  public void ended(Ended request) {
    observers.forEach(one -> one.ended(request));
  }

  @Override
  public void retried(Ended request) {
    observers.forEach(one -> one.retried(request));
  }

  @Override
  public void completed(String method, String host, Duration took) {
    observers.forEach(one -> one.completed(method, host, took));
  }

  @Override
  public void waited(String method, String host, Duration time) {
    observers.forEach(one -> one.waited(method, host, time));
  }

  @Override
  public void sent(String method, String host, long bytes) {
    observers.forEach(one -> one.sent(method, host, bytes));
  }

  @Override
  public void received(String method, String host, long bytes) {
    observers.forEach(one -> one.received(method, host, bytes));
  }
}
