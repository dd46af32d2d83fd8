package io.metasched.resource.fanout;

import static io.metasched.resource.fixture.Pictures.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.owner.CommandId;
import org.junit.jupiter.api.Test;

final class SessionsTest {
  private static final CommandId FIRST = new CommandId(1, 1);
  private static final CommandId SECOND = new CommandId(1, 2);
  private static final CommandId THIRD = new CommandId(1, 3);
  private static final CommandId FOURTH = new CommandId(1, 4);

  private final Sessions<String> sessions = new Sessions<>(2, 2);
  private final DomainSession slots = new DomainSession(table("n1 ##"));

  @Test
  void thoseBeingOpenedCountAsOpen() {
    sessions.begin(FIRST);
    open(SECOND);
    assertThat(sessions.isFull()).isTrue();

    sessions.close(SECOND);
    assertThat(sessions.isFull()).isFalse();
    sessions.begin(SECOND);
    sessions.settle(SECOND);
    assertThat(sessions.isFull()).as("one session was not opened").isFalse();
  }

  @Test
  void commandsThatWaitForASessionAreReturnedInOrder() {
    sessions.begin(FIRST);
    assertThat(sessions.await(FIRST, SECOND, "asked")).isTrue();
    assertThat(sessions.await(FIRST, THIRD, "asked more")).isTrue();
    assertThat(sessions.await(FIRST, SECOND, "asked again")).isTrue();
    assertThat(sessions.await(FIRST, FOURTH, "too much")).isFalse();
    assertThat(sessions.await(FIRST, FIRST, "closed")).isTrue();

    sessions.open(FIRST, slots);

    assertThat(sessions.settle(FIRST)).containsExactly("asked again", "asked more", "closed");
    assertThat(sessions.find(FIRST)).hasValue(slots);
    assertThat(sessions.settle(FIRST)).isEmpty();
  }

  @Test
  void nothingWaitsForWhatIsNotBeingOpened() {
    open(FIRST);

    assertThat(sessions.isOpening(FIRST)).isFalse();
    assertThat(sessions.await(FIRST, SECOND, "asked")).isFalse();
    assertThat(sessions.await(FOURTH, SECOND, "asked")).isFalse();
  }

  @Test
  void aClosedSessionIsForgotten() {
    open(FIRST);

    sessions.close(FIRST);
    sessions.close(FIRST);

    assertThat(sessions.find(FIRST)).isEmpty();
  }

  private void open(CommandId session) {
    sessions.begin(session);
    sessions.open(session, slots);
    assertThat(sessions.settle(session)).isEmpty();
  }
}
