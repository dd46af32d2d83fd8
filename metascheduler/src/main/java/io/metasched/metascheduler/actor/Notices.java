package io.metasched.metascheduler.actor;

import io.metasched.metascheduler.flow.FlowEvent;
import io.metasched.metascheduler.flow.FlowEvent.Refund;
import java.util.List;
import java.util.Optional;

/** What users are told of the events of the job flow. */
final class Notices {
  private Notices() {}

  /** The notice of an event; empty where the user knows already or need not know. */
  static Optional<VoUser.Notice> of(FlowEvent event) {
    if (event instanceof FlowEvent.Booked e) {
      return Optional.of(new VoUser.Planned(e.job(), e.cycle(), e.window()));
    } else if (event instanceof FlowEvent.Moved e) {
      return Optional.of(new VoUser.Moved(e.job(), e.window()));
    } else if (event instanceof FlowEvent.Requeued e) {
      return Optional.of(new VoUser.Requeued(e.job(), e.cycle(), e.node(), e.reason()));
    } else if (event instanceof FlowEvent.Refused e) {
      boolean atSubmission = e.cycle() < 0; // that is the answer to the submission
      return atSubmission ? Optional.empty() : Optional.of(new VoUser.Refused(e.job(), e.reason()));
    } else if (event instanceof FlowEvent.Finished e) {
      return Optional.of(new VoUser.Finished(e.job(), e.stopped(), sum(e.refunds())));
    } else if (event instanceof FlowEvent.Withdrawn e) {
      return Optional.of(new VoUser.PaidBack(e.job(), sum(e.refunds())));
    }
    return Optional.empty();
  }

  private static long sum(List<Refund> refunds) {
    return refunds.stream().mapToLong(Refund::milli).sum();
  }
}
