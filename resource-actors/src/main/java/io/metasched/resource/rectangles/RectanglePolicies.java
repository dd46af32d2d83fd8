package io.metasched.resource.rectangles;

import io.metasched.resource.rectangles.RectanglePolicy.Reads;
import io.metasched.resource.rectangles.RectanglePolicy.Score;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Registry of the policies of the paper on parallel reservations, in the order of the paper: first
 * fit, and best fit (least) and worst fit (greatest) by number of elements, by length, and by the
 * product of both.
 */
public final class RectanglePolicies {
  private static final Map<String, RectanglePolicy> BY_NAME = register();

  private RectanglePolicies() {}

  private static Map<String, RectanglePolicy> register() {
    var policies = new LinkedHashMap<String, RectanglePolicy>();
    policies.put("ff", new RectanglePolicy(Reads.NOTHING, (elements, length) -> 0));
    policies.put("pe-best", byElements((elements, length) -> elements));
    policies.put("pe-worst", byElements((elements, length) -> -elements));
    policies.put("duration-best", byLength((elements, length) -> length));
    policies.put("duration-worst", byLength((elements, length) -> -length));
    policies.put("pe-duration-best", byLength(RectanglePolicies::area));
    policies.put("pe-duration-worst", byLength((elements, length) -> -area(elements, length)));
    return Collections.unmodifiableMap(policies);
  }

  private static RectanglePolicy byElements(Score score) {
    return new RectanglePolicy(Reads.ELEMENTS, score);
  }

  private static RectanglePolicy byLength(Score score) {
    return new RectanglePolicy(Reads.ELEMENTS_AND_LENGTH, score);
  }

  /** Returns elements x ticks; all areas beyond the range of a long are equal. */
  private static long area(int elements, long length) {
    return length > Long.MAX_VALUE / elements ? Long.MAX_VALUE : elements * length;
  }

  public static List<String> names() {
    return List.copyOf(BY_NAME.keySet());
  }

  /** Returns the policy called {@code name}. */
  public static Optional<RectanglePolicy> named(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }
}
