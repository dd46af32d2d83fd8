package io.metasched.client;

import java.util.List;
import java.util.Optional;

/**
 * Problem with which the service answers a request that it refuses (RFC 9457).
 *
 * @param type URI of the type, such as {@code /problems/over-budget}; the name to rely on
 * @param title title of the type
 * @param status HTTP status
 * @param detail cause of this refusal, with its numbers, for people
 * @param instance path of the request
 * @param requestId id of the request in the log of the service
 * @param reason cause, for a type with several causes
 * @param errors faults of the body
 */
public record Problem(
    String type,
    String title,
    int status,
    String detail,
    String instance,
    String requestId,
    Optional<Reason> reason,
    List<Fault> errors) {
  private static final String PREFIX = "/problems/";

  /** Type of an answer that is not from the service, such as one of a proxy, or of no answer. */
  static final String NO_TYPE = "about:blank";

  /**
   * Fault of a body.
   *
   * @param pointer place of the member, as an RFC 6901 pointer
   * @param message fault
   * @param allowed allowed values
   * @param given given value
   */
  public record Fault(String pointer, String message, String allowed, String given) {}

  /** Returns a problem without a type. */
  static Problem untyped(int status, String detail) {
    return new Problem(NO_TYPE, "", status, detail, "", "", Optional.empty(), List.of());
  }

  /** Returns the name of the type without its path, such as {@code over-budget}. */
  public String name() {
    return type.startsWith(PREFIX) ? type.substring(PREFIX.length()) : type;
  }
}
