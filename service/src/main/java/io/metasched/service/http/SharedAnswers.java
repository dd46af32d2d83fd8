package io.metasched.service.http;

import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpEntity;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.headers.RawHeader;
import io.metasched.metascheduler.program.Sha256;
import io.metasched.service.book.TokenRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/**
 * Cache of answers that pages request repeatedly. Each answer is computed once for all readers with
 * the same permissions, and reused until the next event. For a moment, an answer is also reused for
 * requests that name an event which the answer already includes: all pages that are notified of a
 * change at the same time name the same event. Each answer has an ETag and is not sent again to
 * clients that already have the answer. Thread-safe.
 */
final class SharedAnswers {
  /** Longest reuse of answers that depend on the clock or are older than the last event. */
  private static final Duration MOMENT = Duration.ofMillis(250);

  private static final int MOST = 200;
  private static final long MOST_BYTES = 16 << 20;

  private final LongSupplier lastEvent;
  private final InstantSource clock;
  private final LinkedHashMap<Key, Made> known =
      new LinkedHashMap<>(16, 0.75f, true); // guarded by this

  /** Request path, and permissions of the reader. */
  private record Key(TokenRecord sight, String path) {}

  /**
   * Answer with its ETag.
   *
   * @param bytes size of the content in bytes
   */
  private record Tagged(HttpResponse whole, String tag, long bytes) {}

  /**
   * Answer that is available or being computed.
   *
   * @param seq number of an event that the answer includes
   * @param at time at which the computation began
   */
  private record Made(long seq, Instant at, CompletableFuture<Tagged> answer) {
    long bytes() {
      return answer.isDone() && !answer.isCompletedExceptionally() ? answer.join().bytes() : 0;
    }
  }

  /**
   * Creates an empty cache.
   *
   * @param lastEvent supplies the number of the last event of the book
   */
  SharedAnswers(LongSupplier lastEvent, InstantSource clock) {
    this.lastEvent = lastEvent;
    this.clock = clock;
  }

  /** Returns the answer of a route, from the cache or newly computed. */
  CompletionStage<HttpResponse> answer(Route route, Call call) {
    var alike = call.alike();
    var uri = call.request().getUri();
    var key = new Key(alike.principal(), uri.path() + "?" + uri.rawQueryString().orElse(""));
    long last = lastEvent.getAsLong();
    long wanted = Math.min(last, call.lastEventId().orElse(last));
    var now = clock.instant();
    var fresh = new Made(last, now, new CompletableFuture<>());
    Optional<Made> found;
    synchronized (this) {
      found =
          Optional.ofNullable(known.get(key))
              .filter(made -> isGood(made, route, now, last, wanted));
      if (found.isEmpty()) {
        known.put(key, fresh);
      }
    }
    if (found.isEmpty()) {
      make(route, alike, key, fresh);
    }
    var tags = call.header("If-None-Match").orElse("");
    return found.orElse(fresh).answer().thenApply(tagged -> sent(tagged, tags));
  }

  private static boolean isGood(Made made, Route route, Instant now, long last, long wanted) {
    var age = Duration.between(made.at(), now);
    boolean isYoung = !age.isNegative() && age.compareTo(MOMENT) <= 0;
    boolean isOfNow = made.seq() == last && route.sharing() == Route.Sharing.BY_BOOK;
    return isOfNow || (isYoung && made.seq() >= wanted);
  }

  private void make(Route route, Call alike, Key key, Made made) {
    CompletionStage<HttpResponse> answer;
    try {
      answer = route.handler().answer(alike);
    } catch (RuntimeException e) {
      answer = CompletableFuture.failedFuture(e);
    }
    var unused =
        answer
            .thenApply(SharedAnswers::tagged)
            .whenComplete(
                (tagged, error) -> {
                  if (error != null) {
                    forget(key, made);
                    made.answer().completeExceptionally(error);
                  } else {
                    made.answer().complete(tagged);
                    tidy();
                  }
                });
  }

  private static Tagged tagged(HttpResponse whole) {
    var content = ((HttpEntity.Strict) whole.entity()).getData();
    var tag = "\"%s\"".formatted(Sha256.of(content.toArrayUnsafe()));
    return new Tagged(whole.addHeader(RawHeader.create("ETag", tag)), tag, content.length());
  }

  private static HttpResponse sent(Tagged tagged, String tags) {
    boolean isThere =
        Arrays.stream(tags.split(",", -1))
            .map(each -> each.strip().replaceFirst("^W/", ""))
            .anyMatch(each -> each.equals(tagged.tag()) || each.equals("*"));
    return isThere ? tagged.whole().withEntity(HttpEntities.EMPTY).withStatus(304) : tagged.whole();
  }

  private synchronized void forget(Key key, Made made) {
    known.remove(key, made);
  }

  /** Evicts the least recently used answers above the limits. */
  private synchronized void tidy() {
    long bytes = known.values().stream().mapToLong(Made::bytes).sum();
    var eldest = known.values().iterator();
    while (eldest.hasNext() && (known.size() > MOST || bytes > MOST_BYTES)) {
      bytes -= eldest.next().bytes();
      eldest.remove();
    }
  }
}
