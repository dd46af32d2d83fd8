package io.metasched.service.api;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.book.JobRecord.Reason;
import java.util.List;

/** Failure of a request, in the format of RFC 9457. */
public final class Problem extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final ProblemType type;
  private final String code; // code of the cause; empty if the type is sufficient
  private final transient List<Fault> faults;

  /**
   * Fault of a body.
   *
   * @param pointer location, as an RFC 6901 pointer
   * @param message fault
   * @param allowed allowed values
   * @param given given value
   */
  public record Fault(String pointer, String message, String allowed, String given) {}

  public Problem(ProblemType type, String detail) {
    this(type, detail, List.of());
  }

  /** Creates a problem with the faults of a body. */
  public Problem(ProblemType type, String detail, List<Fault> faults) {
    this(type, new Reason("", detail), faults);
  }

  /** Creates a problem of a type that has several causes, with the actual cause. */
  public Problem(ProblemType type, Reason why) {
    this(type, why, List.of());
  }

  private Problem(ProblemType type, Reason why, List<Fault> faults) {
    super(why.text(), null, false, false);
    this.type = type;
    code = why.code();
    this.faults = List.copyOf(faults);
  }

  /** Creates the problem of a request that violates the API description. */
  public static Problem invalid(String where, String allowed, String given) {
    return new Problem(
        ProblemType.INVALID_REQUEST,
        "%s: allowed is %s, given was '%s'".formatted(where, allowed, given));
  }

  /**
   * Creates the problem of a member of a body that the API description allows, and the service does
   * not.
   *
   * @param pointer location of the member, as an RFC 6901 pointer
   */
  public static Problem refused(String pointer, String why, String allowed, String given) {
    return new Problem(
        ProblemType.INVALID_REQUEST,
        "%s: %s".formatted(pointer, why),
        List.of(new Fault(pointer, why, allowed, given)));
  }

  /** Creates the problem of an unknown id. */
  public static Problem notFound(String what, String id) {
    return new Problem(ProblemType.NOT_FOUND, "there is no %s %s".formatted(what, id));
  }

  public ProblemType type() {
    return type;
  }

  public List<Fault> faults() {
    return faults;
  }

  /** Returns the body of the response. */
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
