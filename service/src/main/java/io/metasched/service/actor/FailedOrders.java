package io.metasched.service.actor;

import io.metasched.service.run.RunId;
import io.metasched.service.run.UnreachableException;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/**
 * Log lines about failed orders. Orders are repeated, but their lines are not. An order that fails
 * because its agent is unreachable has no line, because the link logs one line for all orders of
 * the agent.
 */
final class FailedOrders {
  private static final int MOST_LINES = 10_000;
  private static final int MOST_CHARS = 200;

  private final LinkedHashSet<String> lines = new LinkedHashSet<>();

  /** Returns the line for a failed order, unless this line was returned before. */
  Optional<String> line(RunId id, String what, Throwable failure) {
    var cause = cause(failure);
    var line = "Run %s: %s failed: %s".formatted(id, what, reason(failure));
    if (cause instanceof UnreachableException || !lines.add(line)) {
      return Optional.empty();
    }
    if (lines.size() > MOST_LINES) {
      lines.remove(lines.iterator().next());
    }
    return Optional.of(line);
  }

  /** Returns the reason for a failure as text, up to 200 characters. */
  static String reason(Throwable failure) {
    var cause = cause(failure);
    var given = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    var text = given.replaceAll("\\p{Cntrl}", " "); // names chosen by users may have them
    if (text.length() <= MOST_CHARS) {
      return text;
    }
    int end = MOST_CHARS - 3;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end)
        + "...";
  }

  private static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
