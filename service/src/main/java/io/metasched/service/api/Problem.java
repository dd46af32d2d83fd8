package io.metasched.service.api;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.book.JobRecord.Reason;
import java.util.List;

/** Why a request is not carried out, as RFC 9457 has it. */
public final class Problem extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final ProblemType type;
  private final String code; // of its cause; empty where its kind says it
  private final transient List<Fault> faults;

  /**
   * Something wrong with the body.
   *
   * @param pointer where, as RFC 6901 has it
   * @param message what is wrong
   * @param allowed what is allowed
   * @param given what was given
   */
  public record Fault(String pointer, String message, String allowed, String given) {}

  /** A problem with its detail. */
  public Problem(ProblemType type, String detail) {
    this(type, detail, List.of());
  }

  /** A problem with what is wrong with the body. */
  public Problem(ProblemType type, String detail, List<Fault> faults) {
    this(type, new Reason("", detail), faults);
  }

  /** A problem of a kind that has several causes, with the one it has. */
  public Problem(ProblemType type, Reason why) {
    this(type, why, List.of());
  }

  private Problem(ProblemType type, Reason why, List<Fault> faults) {
    super(why.text(), null, false, false);
    this.type = type;
    code = why.code();
    this.faults = List.copyOf(faults);
  }

  /** A request that is not what the API describes. */
  public static Problem invalid(String where, String allowed, String given) {
    return new Problem(
        ProblemType.INVALID_REQUEST,
        "%s: allowed is %s, given was '%s'".formatted(where, allowed, given));
  }

  /**
   * Names all that is wrong with a body, the first of it in the detail.
   *
   * @throws Problem where anything is
   */
  static void throwAny(List<Fault> faults) {
    if (!faults.isEmpty()) {
      var first = faults.get(0);
      throw new Problem(
          ProblemType.INVALID_REQUEST,
          "%s %s: allowed is %s, given was '%s'"
              .formatted(first.pointer(), first.message(), first.allowed(), first.given()),
          faults);
    }
  }

  /** There is no such thing. */
  public static Problem notFound(String what, String id) {
    return new Problem(ProblemType.NOT_FOUND, "there is no %s %s".formatted(what, id));
  }

  /** Its kind. */
  public ProblemType type() {
    return type;
  }

  /** The body of the answer. */
  public ObjectNode json(String instance) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("type", "/problems/" + type.label());
    json.put("title", type.title());
    json.put("status", type.status());
    json.put("detail", getMessage());
    json.put("instance", instance);
    if (!code.isEmpty()) {
      json.putObject("reason").put("code", code).put("text", getMessage());
    }
    if (!faults.isEmpty()) {
      var errors = json.putArray("errors");
      for (var fault : faults) {
        errors
            .addObject()
            .put("pointer", fault.pointer())
            .put("message", fault.message())
            .put("allowed", fault.allowed())
            .put("given", fault.given());
      }
    }
    return json;
  }
}
