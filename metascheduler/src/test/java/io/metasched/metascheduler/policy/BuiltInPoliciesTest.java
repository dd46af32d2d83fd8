package io.metasched.metascheduler.policy;

import io.metasched.metascheduler.fixture.SchedulingPolicyContract;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Nested;

/** Conformance of each built-in policy. */
final class BuiltInPoliciesTest {

  @Nested
  final class Css extends BuiltIn {
    Css() {
      super("css");
    }
  }

  @Nested
  final class BatchSlices extends BuiltIn {
    BatchSlices() {
      super("batch-slicer");
    }
  }

  @Nested
  final class CssReplanned extends BuiltIn {
    CssReplanned() {
      super("css");
    }

    @Override
    public SortedMap<String, String> options() {
      return new TreeMap<>(Map.of("replan", "each-cycle"));
    }
  }

  @Nested
  final class BatchSlicesReplanned extends BuiltIn {
    BatchSlicesReplanned() {
      super("batch-slicer");
    }

    @Override
    public SortedMap<String, String> options() {
      return new TreeMap<>(Map.of("k", "2", "replan", "each-cycle"));
    }
  }

  @Nested
  final class Bsf extends BuiltIn {
    Bsf() {
      super("bsf");
    }

    @Override
    public SortedMap<String, String> options() {
      return new TreeMap<>(Map.of("n", "3", "k", "2", "first", "most-expensive"));
    }
  }

  @Nested
  final class ConservativeBackfilling extends BuiltIn {
    ConservativeBackfilling() {
      super("backfilling");
    }
  }

  @Nested
  final class LateBound extends BuiltIn {
    LateBound() {
      super("late-binding");
    }

    @Override
    public SortedMap<String, String> options() {
      return new TreeMap<>(Map.of("ahead", "3"));
    }
  }

  @Nested
  final class Fcfs extends BuiltIn {
    Fcfs() {
      super("fcfs");
    }
  }

  @Nested
  final class AtRandom extends BuiltIn {
    AtRandom() {
      super("random");
    }
  }

  private abstract static class BuiltIn implements SchedulingPolicyContract {
    private final String name;

    BuiltIn(String name) {
      this.name = name;
    }

    @Override
    public PolicyProvider provider() {
      return Policies.builtIn().named(name).orElseThrow();
    }
  }
}
