package io.metasched.simulation.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

final class EventQueueTest {
  private final EventQueue<String> queue = new EventQueue<>();

  @Test
  void eventsComeByTickThenPhaseThenEntityThenEntry() {
    queue.add(2, Phase.COMPLETION, 0, "later tick");
    queue.add(1, Phase.CYCLE, 0, "later phase");
    queue.add(1, Phase.SUBMISSION, 9, "later entity");
    queue.add(1, Phase.SUBMISSION, 3, "first entry");
    queue.add(1, Phase.SUBMISSION, 3, "second entry");
    queue.add(1, Phase.COMPLETION, 99, "first phase");

    assertThat(drained())
        .containsExactly(
            "first phase",
            "first entry",
            "second entry",
            "later entity",
            "later phase",
            "later tick");
  }

  @Test
  void thePhasesOfATickAreInTheirOrder() {
    assertThat(Phase.values())
        .containsExactly(
            Phase.COMPLETION,
            Phase.GIVE_BACK,
            Phase.LOCAL_ARRIVAL,
            Phase.WITHDRAWAL,
            Phase.SUBMISSION,
            Phase.CYCLE);
  }

  @Test
  void anEventOfThePresentTickIsStillTaken() {
    queue.add(5, Phase.COMPLETION, 0, "one");
    queue.add(5, Phase.CYCLE, 1, "three");
    assertThat(queue.next().event()).isEqualTo("one");

    queue.add(5, Phase.CYCLE, 0, "two");

    assertThat(drained()).containsExactly("two", "three");
  }

  @Test
  void anEmptyQueueHasNoNext() {
    assertThat(queue.isEmpty()).isTrue();
    assertThatThrownBy(queue::next).isInstanceOf(NoSuchElementException.class);
  }

  private List<String> drained() {
    var events = new ArrayList<String>();
    while (!queue.isEmpty()) {
      events.add(queue.next().event());
    }
    return events;
  }
}
