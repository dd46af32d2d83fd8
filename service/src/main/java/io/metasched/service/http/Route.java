package io.metasched.service.http;

import akka.http.javadsl.model.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Method and path with their handler.
 *
 * @param path path as in the API description: {@code /v1/jobs/{job}:cancel}
 * @param open whether requests are answered without a token
 * @param sharing reuse of an answer for several readers
 */
record Route(String method, String path, boolean open, Handler handler, Sharing sharing) {

  /** Reuse of an answer for several readers: see {@link SharedAnswers}. */
  enum Sharing {
    /** No reuse. */
    NONE,
    /** The answer depends on the book and is valid until the book changes. */
    BY_BOOK,
    /** The answer also depends on the time and is valid for a moment. */
    BY_CLOCK
  }

  Route(String method, String path, boolean open, Handler handler) {
    this(method, path, open, handler, Sharing.NONE);
  }

  /** Returns whether this is a health check, which is answered even if the server is full. */
  boolean isHealth() {
    return path.startsWith("/health/");
  }

  /** Returns whether the request changes nothing. */
  boolean isReading() {
    return method.equals("GET") || path.equals(SlurmRoutes.READ);
  }

  /** Returns whether the answer needs a search for windows or cycles, and changes nothing. */
  boolean isQuestion() {
    return method.equals("POST")
        && (path.equals("/v1/estimates")
            || path.equals("/v1/whatif")
            || path.endsWith("/policy:preview"));
  }

  /** Asynchronous handler of a request. */
  @FunctionalInterface
  interface Handler {
    /** Returns the response; throws a {@link io.metasched.service.api.Problem} if there is none. */
    CompletionStage<HttpResponse> answer(Call call);
  }

  /** Synchronous handler of a request. */
  @FunctionalInterface
  interface Prompt {
    HttpResponse answer(Call call);
  }

  private static Handler atOnce(Prompt handler) {
    return call -> CompletableFuture.completedFuture(handler.answer(call));
  }

  static Route prompt(String method, String path, Prompt handler) {
    return new Route(method, path, false, atOnce(handler));
  }

  /**
   * Creates a GET route whose answer depends only on the book, the query, and the reader's
   * permissions.
   */
  static Route byBook(String path, Prompt handler) {
    return new Route("GET", path, false, atOnce(handler), Sharing.BY_BOOK);
  }

  /** Creates a GET route whose answer also depends on the time. */
  static Route byClock(String path, Prompt handler) {
    return new Route("GET", path, false, atOnce(handler), Sharing.BY_CLOCK);
  }

  static Route open(String path, Prompt handler) {
    return new Route("GET", path, true, atOnce(handler));
  }

  /** Creates the route of a change without a body. */
  static Route bare(String method, String path, Handler handler) {
    return new Route(
        method,
        path,
        false,
        call -> {
          call.requireNoBody();
          return handler.answer(call);
        });
  }

  /** Returns the values of the placeholders if the path matches. */
  Optional<List<String>> match(String given) {
    var wanted = path.split("/", -1);
    var parts = given.split("/", -1);
    if (wanted.length != parts.length) {
      return Optional.empty();
    }
    var values = new ArrayList<String>();
    for (int i = 0; i < wanted.length; i++) {
      int open = wanted[i].indexOf('{');
      if (open < 0) {
        if (!wanted[i].equals(parts[i])) {
          return Optional.empty();
        }
        continue;
      }
      int close = wanted[i].indexOf('}');
      var before = wanted[i].substring(0, open);
      var behind = wanted[i].substring(close + 1);
      int length = parts[i].length() - before.length() - behind.length();
      if (length < 1 || !parts[i].startsWith(before) || !parts[i].endsWith(behind)) {
        return Optional.empty();
      }
      var value = parts[i].substring(before.length(), before.length() + length);
      if (value.indexOf(':') >= 0) {
        return Optional.empty();
      }
      values.add(value);
    }
    return Optional.of(values);
  }
}
