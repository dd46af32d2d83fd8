package io.metasched.client;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Pauses before the repetitions of one request. */
final class Retry {
  private static final Duration FIRST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofSeconds(5);
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int UNAVAILABLE = 503;
  private static final long MOST_SECONDS = 3600;

  private final long begin = System.nanoTime();
  private final Duration limit;
  private Duration next = FIRST;

  Retry(Duration limit) {
    this.limit = limit;
  }

  /** Whether the service has not executed the request, and will accept it later. */
  static boolean isUnexecuted(HttpResponse<?> response) {
    // a quota is also a 429, but does not become free by waiting
    return response.statusCode() == TOO_MANY_REQUESTS
        && response.headers().firstValue("Retry-After").isPresent();
  }

  /** Whether the service is not ready, and may or may not have executed the request. */
  static boolean isBusy(HttpResponse<?> response) {
    return response.statusCode() == UNAVAILABLE;
  }

  /** Returns the pause that an answer requests. */
  static Duration after(HttpResponse<?> response) {
    return response
        .headers()
        .firstValue("Retry-After")
        .filter(text -> text.matches("\\d{1,9}"))
        .map(text -> Duration.ofSeconds(Math.min(MOST_SECONDS, Long.parseLong(text))))
        .orElse(Duration.ZERO);
  }

  /**
   * Pauses before a repetition; returns false if it would begin after the time limit.
   *
   * @param least shortest pause
   */
  boolean pause(Duration least) {
    // many clients that lost one service do not return at the same time
    long half = next.toNanos() / 2;
    var pause = Duration.ofNanos(half + ThreadLocalRandom.current().nextLong(half + 1)).plus(least);
    if (Duration.ofNanos(System.nanoTime() - begin).plus(pause).compareTo(limit) > 0) {
      return false;
    }
    next = next.multipliedBy(2).compareTo(LONGEST) > 0 ? LONGEST : next.multipliedBy(2);
    try {
      Thread.sleep(pause.toMillis());
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
