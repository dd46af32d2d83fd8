package io.metasched.service.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.service.api.Problem.Fault;
import java.util.ArrayList;
import java.util.List;

/** Faults of a body, so that one answer names several. Their number and their texts are bounded. */
final class BodyFaults {
  private static final int MOST = 20;
  private static final int SHOWN_CHARS = 60;

  private final JsonNode body;
  private final List<Fault> found = new ArrayList<>();

  BodyFaults(JsonNode body) {
    this.body = body;
  }

  /** Returns the pointer of a member. */
  static String at(String pointer, String name) {
    return pointer + "/" + start(name).replace("~", "~0").replace("/", "~1");
  }

  private static String start(String text) {
    return text.length() <= SHOWN_CHARS ? text : text.substring(0, SHOWN_CHARS) + "...";
  }

  private static String shown(JsonNode given) {
    if (given.isContainerNode() && !given.isEmpty()) {
      return given.isObject() ? "an object" : "a list of " + given.size();
    }
    return given.isTextual()
        ? given.textValue()
        : given.isMissingNode() ? "nothing" : given.toString();
  }

  /** Adds the fault of a member. */
  void add(String pointer, String message, String allowed) {
    add(pointer, message, allowed, body.at(pointer));
  }

  void add(String pointer, String message, String allowed, JsonNode given) {
    add(pointer, message, allowed, shown(given));
  }

  void add(String pointer, String message, String allowed, String given) {
    if (!isFull()) {
      found.add(new Fault(pointer, message, allowed, start(given)));
    }
  }

  /** Returns whether no more faults are collected. */
  boolean isFull() {
    return found.size() == MOST;
  }

  /**
   * Requires a property of one member of a body.
   *
   * @throws Problem if the member does not have the property
   */
  static void require(
      boolean isRight, JsonNode body, String pointer, String message, String allowed) {
    if (!isRight) {
      var faults = new BodyFaults(body);
      faults.add(pointer, message, allowed);
      faults.throwAny();
    }
  }

  /**
   * Throws if there are faults, the first of which is in the detail.
   *
   * @throws Problem with all faults, if there are any
   */
  void throwAny() {
    if (!found.isEmpty()) {
      var first = found.get(0);
      throw new Problem(
          ProblemType.INVALID_REQUEST,
          "%s %s: allowed is %s, given was '%s'"
              .formatted(
                  first.pointer().isEmpty() ? "the body" : first.pointer(),
                  first.message(),
                  first.allowed(),
                  first.given()),
          found);
    }
  }
}
