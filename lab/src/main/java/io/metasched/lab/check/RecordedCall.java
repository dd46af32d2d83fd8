package io.metasched.lab.check;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A client's request and its answer.
 *
 * @param client id of the client, which has one request in progress at a time
 * @param number number of the request, increasing per client
 * @param key idempotency key, or empty
 * @param body request body; missing if none was sent
 * @param status HTTP status; {@link #NONE} if no answer arrived
 * @param answer body of the answer; missing if none arrived
 */
public record RecordedCall(
    String client,
    int number,
    String method,
    String path,
    String key,
    JsonNode body,
    int status,
    JsonNode answer) {
  /** Status for a missing answer. */
  public static final int NONE = 0;

  /** Returns whether the service acknowledged the request. */
  public boolean isAcknowledged() {
    return status >= 200 && status < 300;
  }

  boolean isPost(String to) {
    return method.equals("POST") && path.equals(to);
  }

  /** Returns the path segment before a verb, such as the job of {@code /v1/jobs/J:cancel}. */
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
