package io.metasched.resource.whatif;

import io.metasched.resource.provider.probe.AvailabilityMethod;
import io.metasched.resource.provider.probe.PlannedEnd;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Registry of the methods that rate starts. */
public final class AvailabilityMethods {
  private static final Map<String, Function<MetricWeights, AvailabilityMethod>> BY_NAME =
      register();

  private AvailabilityMethods() {}

  private static Map<String, Function<MetricWeights, AvailabilityMethod>> register() {
    var methods = new LinkedHashMap<String, Function<MetricWeights, AvailabilityMethod>>();
    methods.put("load", weights -> new LoadAvailability());
    methods.put("what-if", weights -> new WhatIfAvailability(weights, PlannedEnd.LIMIT));
    methods.put("what-if-predicted", weights -> new WhatIfAvailability(weights, PlannedEnd.LIKELY));
    methods.put("first-free", weights -> new FirstFreeAvailability());
    return Collections.unmodifiableMap(methods);
  }

  public static List<String> names() {
    return List.copyOf(BY_NAME.keySet());
  }

  /**
   * Returns the method with the given name.
   *
   * @param weights weights for a method that makes plans
   */
  public static Optional<AvailabilityMethod> named(String name, MetricWeights weights) {
    return Optional.ofNullable(BY_NAME.get(name)).map(method -> method.apply(weights));
  }
}
