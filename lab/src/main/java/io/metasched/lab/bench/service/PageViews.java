package io.metasched.lab.bench.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Requests for views as sent by a page, with the last received event and the known ETag. Answers
 * are not parsed, because real readers run on other machines, and this machine runs the service.
 * Thread-safe.
 */
final class PageViews {
  private static final int OK = 200;
  private static final int UNCHANGED = 304;

  private final String url;
  private final String token;
  private final LongSupplier seen;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ConcurrentHashMap<String, String> tags = new ConcurrentHashMap<>();
  private final LongAdder asked = new LongAdder();
  private final LongAdder unchanged = new LongAdder();
  private final LongAdder bytes = new LongAdder();

  /**
   * Creates a page without views.
   *
   * @param seen supplies the number of the last received event
   */
  PageViews(String url, Path token, LongSupplier seen) throws IOException {
    this.url = url;
    this.token = Files.readString(token).strip();
    this.seen = seen;
  }

  /** Requests a view and waits for the answer. */
  void ask(String path) {
    var request =
        HttpRequest.newBuilder(URI.create(url + path)).header("Authorization", "Bearer " + token);
    if (seen.getAsLong() > 0) {
      request.header("Last-Event-ID", String.valueOf(seen.getAsLong()));
    }
    var tag = tags.get(path);
    if (tag != null) {
      request.header("If-None-Match", tag);
    }
    try {
      var answer = http.send(request.build(), BodyHandlers.ofByteArray());
      if (answer.statusCode() != OK && answer.statusCode() != UNCHANGED) {
        throw new IllegalStateException("%s: status %d".formatted(path, answer.statusCode()));
      }
      answer.headers().firstValue("ETag").ifPresent(each -> tags.put(path, each));
      asked.increment();
      unchanged.add(answer.statusCode() == UNCHANGED ? 1 : 0);
      bytes.add(answer.body().length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the number of answers. */
  long asked() {
    return asked.sum();
  }

  /** Returns the number of answers with an unchanged view. */
  long unchanged() {
    return unchanged.sum();
  }

  /** Returns the total size of the answers in bytes. */
  long bytes() {
    return bytes.sum();
  }
}
