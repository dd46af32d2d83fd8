package io.metasched.resource.provider.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.profile.CapacitySlots;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.HeadPromise;
import io.metasched.resource.provider.Lateness;
import io.metasched.resource.provider.LocalSchedulers;
import io.metasched.resource.provider.ProviderBook;
import io.metasched.resource.provider.ProviderSnapshot;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationRequest;
import io.metasched.resource.provider.RunningJob;
import io.metasched.resource.whatif.AvailabilityMethods;
import io.metasched.resource.whatif.MetricWeights;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Book recovered from a stored state, in which job 1 and reservation 4 run, jobs 2 and 3 wait, and
 * reservation 5 has not begun.
 */
final class RecoveredBookTest {
  private static final long NOW = 3;
  private static final BatchJob FIRST = new BatchJob(1, 0, 2, 10);
  private static final BatchJob SECOND = new BatchJob(2, 0, 4, 5);
  private static final BatchJob THIRD = new BatchJob(3, 0, 2, 20);
  private static final ReservationRequest BEGUN = new ReservationRequest(4, 2, 8, 1, 6);
  private static final ReservationRequest KEPT = new ReservationRequest(5, 40, 45, 3, 5);

  private static ProviderBook empty() {
    var scheduler = LocalSchedulers.named("easy").orElseThrow();
    return new ProviderBook(4, scheduler, CapacitySlots.VARIABLE, HeadPromise.RESPECTED);
  }

  private static ProviderBook original() {
    var book = empty();
    book.submit(FIRST);
    assertThat(book.start(0, true)).containsExactly(1);
    book.reserve(BEGUN, 0, Lateness.REFUSED);
    book.submit(SECOND);
    book.submit(THIRD);
    book.reserve(KEPT, 0, Lateness.REFUSED);
    assertThat(book.start(2, true)).containsExactly(4);
    return book;
  }

  private static ProviderBook recovered() {
    var book = empty();
    var begun = new BatchJob(4, 2, 1, 6);
    var running = List.of(new RunningJob(FIRST, 0), new RunningJob(begun, 2));
    var reserved = List.of(new Reservation(KEPT, 40));
    var reservedAndBegun = List.of(new Reservation(BEGUN, 2));
    book.restore(
        new ProviderSnapshot(List.of(SECOND, THIRD), running, reserved, reservedAndBegun), NOW);
    return book;
  }

  @Test
  void runningReservationsDifferFromJobs() {
    var book = recovered();

    assertThat(book.runningJobs()).isEqualTo(original().runningJobs()).hasSize(1);
    assertThat(book.reservations()).isEqualTo(original().reservations()).hasSize(2);
    assertThat(book.state()).isEqualTo(original().state());
    assertThat(book.waitingWork()).isEqualTo(original().waitingWork());
    assertThat(book.head()).isEqualTo(original().head());
    assertThat(book.end(List.of(), 8)).containsExactly(4);
    assertThat(book.reservations()).hasSize(1);
  }

  @Test
  void itAnswersProbesAsTheOriginal() {
    var request = new ReservationRequest(9, 5, 60, 2, 5);

    for (var name : AvailabilityMethods.names()) {
      var method = AvailabilityMethods.named(name, MetricWeights.EQUAL).orElseThrow();
      var probe = new ReservationProbe(method, new CandidateStarts(12, 1));
      var answer = probe.answer(request, new ClusterState(recovered(), NOW));

      assertThat(answer).isEqualTo(probe.answer(request, new ClusterState(original(), NOW)));
      assertThat(answer.slots()).hasSizeGreaterThan(5);
    }
  }
}
