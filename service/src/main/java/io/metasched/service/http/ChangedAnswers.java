package io.metasched.service.http;

import akka.http.javadsl.model.HttpResponse;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.api.Problem;
import io.metasched.service.book.BookState;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** Answers with a resource, immediately or after the resource has changed. */
final class ChangedAnswers {
  private static final Duration MOST_WAIT = Duration.ofSeconds(60);

  private final ApiContext context;
  private final Changes changes;

  ChangedAnswers(ApiContext context) {
    this.context = context;
    changes = new Changes(context.keeper(), context.system());
  }

  /**
   * Resource as of one state of the book.
   *
   * @param json function that returns the answer
   */
  record Versioned(long version, Supplier<ObjectNode> json) {}

  /** Answers when the version of the resource exceeds that of the request, or its wait is over. */
  CompletionStage<HttpResponse> give(Call call, Function<BookState, Versioned> read) {
    long since = call.whole("sinceVersion", -1, -1, Long.MAX_VALUE);
    var patience = call.query("wait").map(ChangedAnswers::patience).orElse(Duration.ZERO);
    long until = context.clock().millis() + patience.toMillis();
    return patience.isZero()
        ? changed(call, read, since, until)
        : context.work().waits().give(call.principal(), () -> changed(call, read, since, until));
  }

  private static Duration patience(String text) {
    try {
      var wait =
          text.matches("\\d{1,5}s")
              ? Duration.ofSeconds(Long.parseLong(text.substring(0, text.length() - 1)))
              : Duration.parse(text);
      return wait.compareTo(MOST_WAIT) > 0 || wait.isNegative() ? MOST_WAIT : wait;
    } catch (DateTimeException e) {
      throw Problem.invalid("the parameter wait", "a duration such as 30s or PT30S", text);
    }
  }

  private CompletionStage<HttpResponse> changed(
      Call call, Function<BookState, Versioned> read, long since, long until) {
    context.requireStillGood(call);
    var state = context.state();
    var now = read.apply(state);
    long left = until - context.clock().millis();
    if (now.version() > since) {
      return CompletableFuture.completedFuture(HttpReplies.versioned(200, now.json().get()));
    } else if (left <= 0) {
      return CompletableFuture.completedFuture(HttpResponse.create().withStatus(304));
    }
    return changes
        .after(state.seq(), Duration.ofMillis(left))
        .thenCompose(changed -> changed(call, read, since, until));
  }
}
