package io.metasched.simulation.system.cyclic.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

/** Feasibility of windows: valid windows pass, and defects are detected. */
final class WindowFeasibilityTest {
  private static final long UNIT = 1000;
  private static final Span HORIZON = new Span(0, 600 * UNIT);

  /** Two idle nodes, and one whose owner uses it half of the time. */
  private static final List<Node> NODES =
      List.of(Node.of(0, 2, 1500), Node.of(1, 3, 2000), Node.of(2, 10, 4000));

  private static final Environment ENVIRONMENT =
      new Environment(
          NODES,
          new ListPricing(),
          new LocalLoad(
              new LocalLoad.Settings(0.5, 0, 0, 10, 100),
              List.of(false, false, true),
              new Seeds(1, "window", 0)));

  /**
   * Request for a volume of 100: 50 time units on node 0, 34 on node 1 (33.3 rounded up), 10 on
   * node 2.
   */
  private static final WindowRequest REQUEST =
      WindowRequest.of(2, Work.volume(100 * UNIT), UNIT, 143 * UNIT).between(0, HORIZON.end());

  private static final Part ON_0 = Part.on(NODES.get(0), 0, 50 * UNIT, 1500);
  private static final Part ON_1 = Part.on(NODES.get(1), 0, 34 * UNIT, 2000);

  @Test
  void aSoundWindowPasses() {
    // costs of 75 + 68 are exactly the budget of the request
    assertThat(check(ON_0, ON_1)).isEmpty();
    assertThat(check(moved(ON_0, 550), moved(ON_1, 550))).isEmpty();
  }

  @Test
  void aPartTooManyOrTooFewIsFound() {
    assertThat(check(ON_0)).hasToString("[window: the window: it must have 2 parts, but has 1]");
    var three = WindowRequest.of(1, REQUEST.work(), UNIT, REQUEST.costLimitMilli());
    assertThat(
            new WindowFeasibility(three, ENVIRONMENT, HORIZON)
                .check(new Window(List.of(ON_0, ON_1))))
        .hasSize(1);
  }

  @Test
  void aPartOfAnotherLengthIsFound() {
    var longer = Part.on(NODES.get(0), 0, 51 * UNIT, 1500);
    var shorter = Part.on(NODES.get(1), 0, 33 * UNIT, 2000);

    assertThat(found(longer, ON_1)).contains("must be 50 long");
    assertThat(found(ON_0, shorter)).contains("must be 34 long");
  }

  @Test
  void aPartThatBeginsOrEndsOutsideTheHorizonIsFound() {
    assertThat(found(moved(ON_0, 551), moved(ON_1, 551))).contains("in " + HORIZON, "node 0");
    var later = new Span(UNIT, HORIZON.end());
    assertThat(
            new WindowFeasibility(REQUEST, ENVIRONMENT, later)
                .check(new Window(List.of(ON_0, ON_1))))
        .hasSize(2);
  }

  @Test
  void aPartOverATaskOfTheOwnerIsFound() {
    var tasks = ENVIRONMENT.localLoad().staticLoad(2, HORIZON);
    var task = tasks.get(tasks.size() / 2);
    long justBefore = (task.start() - 9 * UNIT) / UNIT;

    var over = moved(Part.on(NODES.get(2), 0, 10 * UNIT, 4000), justBefore);

    assertThat(found(over, moved(ON_1, justBefore))).contains("node 2", "overlap the owner's task");
  }

  @Test
  void betweenTasksOfTheOwnerThereIsRoom() {
    long free = 0;
    for (var task : ENVIRONMENT.localLoad().staticLoad(2, HORIZON)) {
      if (task.start() - free >= 10 * UNIT) {
        break;
      }
      free = task.end();
    }

    var between = moved(Part.on(NODES.get(2), 0, 10 * UNIT, 4000), free / UNIT);

    assertThat(check(between, moved(ON_1, free / UNIT))).isEmpty();
  }

  @Test
  void anotherPriceIsFound() {
    var cheap = new Part(0, ON_0.span(), 1400, ON_0.costMilli(), ON_0.energyMilli());

    assertThat(found(cheap, ON_1)).contains("node 0", "the price must be 1.5, but is 1.4");
  }

  @Test
  void anotherCostIsFoundEvenWhereTheSumIsRight() {
    var less = new Part(0, ON_0.span(), 1500, ON_0.costMilli() - 1, ON_0.energyMilli());
    var more = new Part(1, ON_1.span(), 2000, ON_1.costMilli() + 1, ON_1.energyMilli());

    assertThat(check(less, more)).hasSize(2);
    assertThat(found(less, more)).contains("must cost 75, but costs 74.999", "68.001");
  }

  @Test
  void aWindowBeyondTheLimitIsFound() {
    var poorer =
        WindowRequest.of(2, REQUEST.work(), UNIT, 143 * UNIT - 1).between(0, HORIZON.end());

    assertThat(
            new WindowFeasibility(poorer, ENVIRONMENT, HORIZON)
                .check(new Window(List.of(ON_0, ON_1))))
        .hasToString("[window: the window: it may cost 142.999, but costs 143]");
  }

  @Test
  void aNodeTwiceOrTwoStartsAreNoWindowAtAll() {
    assertThatThrownBy(() -> check(ON_0, ON_0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> check(ON_0, moved(ON_1, 1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Part moved(Part part, long toUnit) {
    return Part.on(
        NODES.get(part.node()), toUnit * UNIT, part.span().lengthTicks(), part.priceMilli());
  }

  private static String found(Part... parts) {
    var violations = check(parts);
    assertThat(violations).isNotEmpty();
    return violations.toString();
  }

  private static List<Violation> check(Part... parts) {
    return new WindowFeasibility(REQUEST, ENVIRONMENT, HORIZON).check(new Window(List.of(parts)));
  }
}
