package io.metasched.resource.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.resource.owner.CommandId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CommandWindowTest {
  private final CommandWindow window = new CommandWindow(7, 100, 2);
  private final List<Long> sent = new ArrayList<>();

  private CommandId send() {
    return window.send(id -> sent.add(id.number()));
  }

  private static CommandId id(long number) {
    return new CommandId(7, number);
  }

  @Test
  void aBurstIsSentInItsOrderAndNeverMoreThanTheLimitAtOnce() {
    for (int i = 0; i < 5; i++) {
      assertThat(send()).isEqualTo(id(100 + i));
    }
    assertThat(sent).containsExactly(100L, 101L);

    assertThat(window.answered(id(101))).isTrue();
    assertThat(sent).containsExactly(100L, 101L, 102L);
    for (long number : List.of(100, 102, 103, 104)) {
      assertThat(window.isEmpty()).isFalse();
      assertThat(window.answered(id(number))).isTrue();
    }

    assertThat(sent).containsExactly(100L, 101L, 102L, 103L, 104L);
    assertThat(window.isEmpty()).isTrue();
    assertThat(window.sent()).isEqualTo(5);
  }

  @Test
  void aReplyThatIsRepeatedOrTooEarlyIsTakenForNone() {
    for (int i = 0; i < 3; i++) {
      send();
    }

    assertThat(window.answered(id(102))).as("not sent yet").isFalse();
    assertThat(window.answered(id(100))).isTrue();
    assertThat(window.answered(id(100))).isFalse();
    assertThat(window.answered(new CommandId(8, 101))).isFalse();
    assertThat(sent).containsExactly(100L, 101L, 102L);
  }

  @Test
  void onlyCommandsInFlightAreRepeatedAndThatIsNoProgress() {
    for (int i = 0; i < 3; i++) {
      send();
    }
    window.answered(id(100));
    sent.clear();

    window.repeat();

    assertThat(sent).containsExactly(101L, 102L);
    assertThat(window.sent()).isEqualTo(3);
  }

  @Test
  void aMessageSaysHowManyCommandsHaveNoReply() {
    assertThat(window).hasToString("no command");

    for (int i = 0; i < 3; i++) {
      send();
    }

    assertThat(window.toString()).startsWith("3 commands from ").contains("100");
  }

  @Test
  void aWindowOfNothingIsRefused() {
    assertThatThrownBy(() -> new CommandWindow(7, 0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("limit must be at least 1, but is 0");
  }
}
