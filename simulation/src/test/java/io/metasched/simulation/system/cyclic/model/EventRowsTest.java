package io.metasched.simulation.system.cyclic.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Booked;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Finished;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Moved;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Refund;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Reserved;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Submitted;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Withdrawn;
import io.metasched.metascheduler.cyclic.flow.JobFlow;
import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.simulation.input.Numbering;
import io.metasched.simulation.system.cyclic.rows.PaymentRow;
import io.metasched.simulation.system.cyclic.rows.PaymentRow.Kind;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Event rows of job 1 of user 3, booked on nodes 0 to 2 from tick 100, at costs of 10, 20 and 30.
 */
final class EventRowsTest {
  private static final JobId JOB = JobId.of(1);

  private final JobFlow flow = new JobFlow(true);
  private final EventRows rows = new EventRows(List.of(flow), Numbering.NONE);

  EventRowsTest() {
    record(
        new Submitted(1, job(JOB)),
        new Reserved(2, JOB, 60),
        new Booked(2, 0, JOB, window(100, 10, 20, 30), 1, true, true));
  }

  @Test
  void aMoveInTimeAlonePaysNothing() {
    record(new Moved(5, FlowEvent.NO_CYCLE, JOB, window(90, 10, 20, 30)));

    assertThat(paymentsFrom(5)).isEmpty();
    assertThat(decisions()).endsWith("moved");
  }

  @Test
  void aMoveIsPaidForOnTheNodesThatChange() {
    record(new Moved(5, FlowEvent.NO_CYCLE, JOB, window(90, 0, 25, 22, 40)));

    assertThat(paymentsFrom(5))
        .containsExactly(
            payment(5, Kind.REFUND, 0, 10),
            payment(5, Kind.REFUND, 2, 8),
            payment(5, Kind.CHARGE, 1, 5),
            payment(5, Kind.CHARGE, 3, 40));
  }

  @Test
  void theNextMoveIsPaidForFromTheLastWindow() {
    record(new Moved(5, FlowEvent.NO_CYCLE, JOB, window(90, 0, 20, 30, 40)));
    record(new Moved(6, FlowEvent.NO_CYCLE, JOB, window(80, 10, 20, 30)));

    assertThat(paymentsFrom(6))
        .containsExactly(payment(6, Kind.REFUND, 3, 40), payment(6, Kind.CHARGE, 0, 10));
  }

  @Test
  void finalRefundsAreOneRowPerNode() {
    record(new Finished(130, JOB, false, List.of(new Refund(1, 7), new Refund(2, 9))));

    assertThat(paymentsFrom(130))
        .containsExactly(payment(130, Kind.REFUND, 1, 7), payment(130, Kind.REFUND, 2, 9));
    assertThat(rows.endTick()).isEqualTo(130);
  }

  @Test
  void flowsThatForgetTheirHistoryLeaveTheRowsOfWholeHistories() {
    var id = new JobId(1, 1);
    var early =
        List.of(
            new Submitted(1, job(JOB)),
            new Submitted(1, job(id)),
            new Reserved(2, id, 60),
            new Booked(2, 0, id, window(9, 10, 20, 30), 1, true, true));
    var late =
        List.of(
            new Withdrawn(3, JOB, List.of()),
            new Moved(3, FlowEvent.NO_CYCLE, id, window(8, 0, 20, 30, 40)));
    var flows = List.of(new JobFlow(true), new JobFlow(true));
    var forgetting = List.of(new JobFlow(true), new JobFlow(true));
    var taken = new EventRows(forgetting, Numbering.NONE);
    for (var events : List.of(early, late)) {
      events.forEach(event -> flows.get(event.equals(events.get(0)) ? 0 : 1).record(event));
      events.forEach(event -> forgetting.get(event.equals(events.get(0)) ? 0 : 1).record(event));
      taken.takeHistories();
    }

    var whole = EventRows.of(flows, Numbering.NONE);
    assertThat(taken.payments()).isNotEmpty().isEqualTo(whole.payments());
    assertThat(taken.decisions()).hasSize(6).isEqualTo(whole.decisions());
    assertThat(taken.endTick()).isEqualTo(whole.endTick());
    assertThat(forgetting.get(1).history()).isEmpty();
  }

  private void record(FlowEvent... events) {
    for (var event : events) {
      flow.record(event);
    }
    rows.takeHistories();
  }

  private List<PaymentRow> paymentsFrom(long tick) {
    return rows.payments().stream().filter(row -> row.tick() >= tick).toList();
  }

  private List<String> decisions() {
    return rows.decisions().stream().map(row -> row.event()).toList();
  }

  private static PaymentRow payment(long tick, Kind kind, int node, long milli) {
    return new PaymentRow(tick, kind, 3, JOB, node, milli);
  }

  /** Returns a window on nodes 0, 1 and so on; nodes with cost 0 are omitted. */
  private static Window window(long start, long... costs) {
    return new Window(
        IntStream.range(0, costs.length)
            .filter(node -> costs[node] > 0)
            .mapToObj(node -> new Part(node, Span.of(start, 50), 1, costs[node], 0))
            .toList());
  }

  private static Job job(JobId id) {
    return new Job(
        id,
        3,
        1,
        3,
        Work.volume(50 * Ticks.PER_UNIT),
        Requirements.NONE,
        WindowRequest.NO_LIMIT,
        WindowRequest.NO_LIMIT,
        0,
        WindowRequest.NO_LIMIT,
        Criterion.START,
        0);
  }
}
