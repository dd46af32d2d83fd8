package io.metasched.lab.bench.service;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Readers of change streams that measure the delay of events. */
final class EventStreams implements AutoCloseable {
  private static final String AT = "\"at\":\"";
  private static final String ID = "id: ";
  private static final int TIME = "2026-01-01T00:00:00.000Z".length();

  private final String url;
  private final Path token;
  private final Latencies late;
  private final AtomicLong seen = new AtomicLong();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final List<Reader> readers = new ArrayList<>();

  EventStreams(String url, Path token, Latencies late) {
    this.url = url;
    this.token = token;
    this.late = late;
  }

  /**
   * Opens streams; returns when all are open.
   *
   * @param pages number of streams with a page; after each change, the page is called with the time
   *     of the change's first event
   */
  void open(int streams, int pages, Supplier<Consumer<Instant>> page) throws IOException {
    var request =
        HttpRequest.newBuilder(URI.create(url + "/v1/changes"))
            .header("Authorization", "Bearer " + Files.readString(token).strip())
            .build();
    for (int i = 0; i < streams; i++) {
      var reader = new Reader(i < pages ? page.get() : change -> {});
      var unused = http.sendAsync(request, BodyHandlers.fromLineSubscriber(reader));
      readers.add(reader);
    }
    readers.forEach(reader -> reader.opened.join());
  }

  /** Returns the number of the last event received by any stream. */
  long seen() {
    return seen.get();
  }

  @Override
  public void close() {
    readers.forEach(Reader::cancel);
  }

  private final class Reader implements Flow.Subscriber<String> {
    private final Consumer<Instant> page;
    private final CompletableFuture<Flow.Subscription> opened = new CompletableFuture<>();

    Reader(Consumer<Instant> page) {
      this.page = page;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
      opened.complete(subscription);
    }

    @Override
    public void onNext(String line) {
      if (line.startsWith(ID)) {
        seen.accumulateAndGet(Long.parseLong(line.substring(ID.length())), Math::max);
      }
      int at = line.indexOf(AT);
      if (line.startsWith("data: ") && at >= 0) {
        int from = at + AT.length();
        var happened = Instant.parse(line.substring(from, from + TIME));
        late.add(happened);
        page.accept(happened);
      }
    }

    @Override
    public void onError(Throwable lost) {
      opened.completeExceptionally(lost);
    }

    @Override
    public void onComplete() {
      opened.completeExceptionally(new IOException("the stream has ended"));
    }

    void cancel() {
      var unused = opened.thenAccept(Flow.Subscription::cancel);
    }
  }
}
