package io.metasched.metascheduler.twolevel;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.twolevel.ReservationPlacement.Offer;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.ProviderState;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationAnswer.Reason;
import io.metasched.resource.provider.ReservationRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Decisions on providers that are plain values; no provider receives a message. */
final class GridChoiceTest {

  @Test
  void theCallerKeepsTheLengthsOfTheQueues() {
    var choice = choice(3, GridSettings.DEFAULTS);
    var states =
        new ArrayList<>(
            List.of(
                new ProviderState(4, 2, 0),
                new ProviderState(4, 1, 0),
                new ProviderState(2, 0, 0)));
    var chosen = new ArrayList<Integer>();

    for (int number = 0; number < 4; number++) {
      int to = choice.forBatch(new BatchJob(number, 0, 3, 10), states).orElseThrow();
      states.set(to, states.get(to).withOneMore());
      chosen.add(to);
    }

    assertThat(chosen).containsExactly(1, 0, 1, 0);
    assertThat(choice.forBatch(new BatchJob(9, 0, 5, 10), states)).isEmpty();
  }

  @Test
  void onlyThoseThatMayAndCanHoldAReservationAreAsked() {
    var states =
        List.of(new ProviderState(2, 0, 0), new ProviderState(4, 0, 0), new ProviderState(8, 0, 0));
    var request = new ReservationRequest(1, 0, 10, 4, 10);

    var open = choice(3, GridSettings.DEFAULTS);
    var apart = choice(3, GridSettings.DEFAULTS.withSetApart(1));

    assertThat(open.asked(request, states)).containsExactly(1, 2);
    assertThat(open.refusal(request, states)).isEmpty();
    assertThat(apart.asked(request, states)).isEmpty();
    assertThat(apart.refusal(request, states)).contains(Reason.TOO_MANY_PROCESSORS);
  }

  @Test
  void theEarliestOfTheOffersIsTakenUp() {
    var request = new ReservationRequest(1, 0, 30, 4, 10);
    var late = new Offer(0, new Reservation(request, 20));
    var early = new Offer(2, new Reservation(request, 5));

    var taken =
        choice(3, GridSettings.DEFAULTS).forReservation(request, List.of(late, early), List.of());

    assertThat(taken).isEqualTo(early);
  }

  private static GridChoice choice(int providers, GridSettings settings) {
    return new GridChoice(
        providers,
        GridPolicies.batch("load-balance", new SplittableRandom(1)).orElseThrow(),
        GridPolicies.reservations("mct", new SplittableRandom(2)).orElseThrow(),
        settings);
  }
}
