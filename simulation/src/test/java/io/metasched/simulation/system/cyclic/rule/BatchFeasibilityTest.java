package io.metasched.simulation.system.cyclic.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.resource.pricing.ListPricing;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.rule.Violation;
import io.metasched.simulation.system.cyclic.environment.Environment;
import io.metasched.simulation.system.cyclic.environment.LocalLoad;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BatchFeasibilityTest {
  private static final Span HORIZON = new Span(0, 10_000);
  private static final Node NODE = new Node(0, 0, 1, 1000, 1000, List.of());

  /** Request for 4 time units on one node, with a budget of 4 units of money. */
  private static final WindowRequest JOB =
      WindowRequest.of(1, Work.volume(4000), 1000, 4000).between(0, HORIZON.end());

  @Test
  void windowsOneAfterTheOtherAreSound() {
    assertThat(check(0, window(0), window(4000))).isEmpty();
  }

  @Test
  void windowsOfTwoJobsMustNotOverlap() {
    assertThat(check(0, window(0), window(3000)))
        .singleElement()
        .satisfies(violation -> assertThat(violation.toString()).contains("must not overlap"));
  }

  @Test
  void everyJobMustHaveItsWindow() {
    assertThat(BatchFeasibility.check(List.of(window(0)), List.of(JOB, JOB), vacant(0), HORIZON))
        .hasSize(1);
  }

  @Test
  void eachWindowMustBeSoundByItself() {
    assertThat(check(0, window(0), window(7000))).hasSize(1); // beyond the horizon
    assertThat(check(1, window(0), window(4000))).hasSize(2); // the owner uses the whole node
    var dear = new Window(List.of(Part.on(NODE, 4000, 4000, 2000)));
    assertThat(check(0, window(0), dear)).isNotEmpty();
  }

  private static List<Violation> check(double load, Window first, Window second) {
    return BatchFeasibility.check(List.of(first, second), List.of(JOB, JOB), vacant(load), HORIZON);
  }

  private static Window window(long start) {
    return new Window(List.of(Part.on(NODE, start, 4000, 1000)));
  }

  /**
   * Returns a node whose owner uses the share {@code load} of the time, in tasks of ten units each.
   */
  private static Environment vacant(double load) {
    var settings = new LocalLoad.Settings(load, 0, 0, 10, 10);
    var seeds = new Seeds(1, "test", 0);
    return new Environment(
        List.of(NODE), new ListPricing(), new LocalLoad(settings, List.of(true), seeds));
  }
}
