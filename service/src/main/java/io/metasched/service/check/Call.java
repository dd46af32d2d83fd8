package io.metasched.service.check;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A request of a client, and what came back.
 *
 * @param client who asked; one of them has one request under way at a time
 * @param number of the request among those of the client, rising
 * @param key the idempotency key, or empty
 * @param body what was sent; missing where nothing was
 * @param status of the answer; {@link #NONE} where none came
 * @param answer its body; missing where none came
 */
public record Call(
    String client,
    int number,
    String method,
    String path,
    String key,
    JsonNode body,
    int status,
    JsonNode answer) {
  /** No answer came. */
  public static final int NONE = 0;

  /** Whether the service said that it was done. */
  public boolean isAcknowledged() {
    return status >= 200 && status < 300;
  }

  boolean isPost(String to) {
    return method.equals("POST") && path.equals(to);
  }

  /** What stands in the path before a verb, such as the job of {@code /v1/jobs/J:cancel}. */
  String target(String before, String verb) {
    return path.startsWith(before) && path.endsWith(verb)
        ? path.substring(before.length(), path.length() - verb.length())
        : "";
  }

  @Override
  public String toString() {
    var with = key.isEmpty() ? "" : " with key " + key;
    return "%s's request %d, %s %s%s".formatted(client, number, method, path, with);
  }
}
