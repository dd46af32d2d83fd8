package io.metasched.service.http;

import akka.http.javadsl.model.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A method and a path, and who answers it.
 *
 * @param path as the description of the API has it: {@code /v1/jobs/{job}:cancel}
 * @param open whether it is answered without a token
 * @param sharing how an answer is given to more than one
 */
record Route(String method, String path, boolean open, Handler handler, Sharing sharing) {

  /** How an answer is given to more than one reader: see {@link SharedAnswers}. */
  enum Sharing {
    /** Each has its own. */
    NONE,
    /** It says what the book has, and is good until that changes. */
    BY_BOOK,
    /** It depends on the time, too, and is good for a moment. */
    BY_CLOCK
  }

  Route(String method, String path, boolean open, Handler handler) {
    this(method, path, open, handler, Sharing.NONE);
  }

  /** Whether it says how the service is, which it does also where it has no place for others. */
  boolean isHealth() {
    return path.startsWith("/health/");
  }

  /** Whether windows or cycles are searched for its answer, and nothing is changed. */
  boolean isQuestion() {
    return method.equals("POST")
        && (path.equals("/v1/estimates")
            || path.equals("/v1/whatif")
            || path.endsWith("/policy:preview"));
  }

  /** Answers a request. */
  @FunctionalInterface
  interface Handler {
    /** The answer; a {@link io.metasched.service.api.Problem} where there is none. */
    CompletionStage<HttpResponse> answer(Call call);
  }

  /** Answers a request at once. */
  @FunctionalInterface
  interface Prompt {
    /** The answer. */
    HttpResponse answer(Call call);
  }

  private static Handler atOnce(Prompt handler) {
    return call -> CompletableFuture.completedFuture(handler.answer(call));
  }

  static Route prompt(String method, String path, Prompt handler) {
    return new Route(method, path, false, atOnce(handler));
  }

  /** A GET whose answer depends on nothing but the book, its query, and what may be seen. */
  static Route byBook(String path, Prompt handler) {
    return new Route("GET", path, false, atOnce(handler), Sharing.BY_BOOK);
  }

  /** A GET whose answer depends on the time, too. */
  static Route byClock(String path, Prompt handler) {
    return new Route("GET", path, false, atOnce(handler), Sharing.BY_CLOCK);
  }

  static Route open(String path, Prompt handler) {
    return new Route("GET", path, true, atOnce(handler));
  }

  /** Returns a route of a change that says all by its path. */
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

  /** What stands for the placeholders, where it is this path. */
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
