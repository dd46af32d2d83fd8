package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.book.Role;
import io.metasched.service.book.TokenRecord;
import io.metasched.service.config.ConnectionSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Choice of the connection to close when there are too many connections. */
final class ConnectionsTest {
  private final List<String> closed = new ArrayList<>();

  private Duration now = Duration.ofHours(1);

  private Connections all(int inAll, int ofAddress, int streams) {
    return new Connections(
        new ConnectionSettings(Duration.ofSeconds(30), inAll, ofAddress, streams),
        () -> now.toNanos());
  }

  private Connections.Seat enter(Connections all, String address, String name) {
    return all.enter(address, () -> closed.add(name));
  }

  private static TokenRecord who(String name, Role role) {
    return new TokenRecord(
        "t", "s", name, role, List.of(), List.of(), Optional.empty(), Optional.empty());
  }

  private Connections.Seat stream(Connections all, String address, String name, String principal) {
    var seat = enter(all, address, name);
    seat.asks();
    seat.is(who(principal, Role.USER));
    seat.streams();
    return seat;
  }

  private void later(int millis) {
    now = now.plusMillis(millis);
  }

  @Test
  void theOldestOneWithoutARequestIsClosedForANewOne() {
    var all = all(3, 3, 10);
    var known = enter(all, "a", "known");
    known.asks();
    known.is(who("u", Role.USER));
    known.rests();
    later(1);
    enter(all, "a", "first");
    later(1);
    enter(all, "a", "second");
    later(1001);

    assertThat(enter(all, "a", "third").isSpare()).isFalse();
    assertThat(enter(all, "a", "fourth").isSpare()).isFalse();

    assertThat(closed).containsExactly("first", "second");
  }

  @Test
  void oneThatHasJustComeHasTimeForItsRequestWhileOthersRest() {
    var all = all(2, 2, 10);
    var known = enter(all, "a", "known");
    known.asks();
    known.is(who("u", Role.USER));
    known.rests();
    later(500);
    enter(all, "a", "first");
    later(500);

    enter(all, "a", "second");

    assertThat(closed).containsExactly("known");
  }

  @Test
  void anAddressBeyondItsBoundLosesOneOfItsOwn() {
    var all = all(10, 2, 10);
    enter(all, "b", "other");
    enter(all, "a", "first");
    enter(all, "a", "second");

    enter(all, "a", "third");

    assertThat(closed).containsExactly("first");
  }

  @Test
  void theOldestStreamOfThePrincipalWithMostStreamsIsClosed() {
    var all = all(4, 4, 10);
    stream(all, "a", "one", "modest");
    stream(all, "a", "two", "greedy");
    stream(all, "a", "three", "greedy");
    enter(all, "a", "request").asks();

    assertThat(enter(all, "a", "new").isSpare()).isFalse();

    assertThat(closed).containsExactly("two");
  }

  @Test
  void beyondThatAdministratorsAloneAreServedUpToASpare() {
    var all = all(1, 1, 10);
    enter(all, "a", "request").asks();

    var spare = enter(all, "a", "more");

    assertThat(spare.isSpare()).isTrue();
    spare.is(who("admin", Role.ADMIN));
    assertThatThrownBy(() -> spare.is(who("u", Role.USER)))
        .isInstanceOfSatisfying(
            Problem.class, problem -> assertThat(problem.type()).isEqualTo(ProblemType.NOT_READY))
        .hasMessage("there are 2 connections, 2 of them from your address; allowed are 1 and 1");
    assertThatThrownBy(spare::requireUsual).isInstanceOf(Problem.class);
    spare.asks();
    for (int i = 1; i < Connections.SPARE; i++) {
      enter(all, "a", "spare").asks();
    }
    enter(all, "a", "last");
    assertThat(closed).containsExactly("last");
  }

  @Test
  void aPrincipalHasABoundOnStreamsThatItGetsBackWhenOneEnds() {
    var all = all(10, 10, 2);
    var first = stream(all, "a", "one", "u");
    stream(all, "b", "two", "u");
    stream(all, "b", "three", "other");

    assertThatThrownBy(() -> stream(all, "a", "four", "u"))
        .isInstanceOfSatisfying(
            Problem.class,
            problem -> assertThat(problem.type()).isEqualTo(ProblemType.TOO_MANY_REQUESTS))
        .hasMessage("you have 2 open streams, and 2 are allowed");
    first.leaves();
    stream(all, "a", "five", "u");
    assertThat(closed).isEmpty();
  }
}
