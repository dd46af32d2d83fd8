package io.metasched.metascheduler.cyclic.actor;

import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Refund;
import io.metasched.metascheduler.cyclic.flow.JobFlow;
import io.metasched.resource.model.JobId;
import java.util.List;
import java.util.Optional;

/** Notices to users about the events of the job flow. */
final class UserNotifications {
  private UserNotifications() {}

  /** Notice with its receiver. */
  record Addressed(int user, VoUser.Notice notice) {}

  /** Returns the notice of an event; empty if the user is already informed or is not concerned. */
  static Optional<Addressed> of(FlowEvent event, JobFlow flow) {
    if (event instanceof FlowEvent.Deposited e) {
      return Optional.of(new Addressed(e.user(), new VoUser.Received(e.cycle(), e.milli())));
    } else if (event instanceof FlowEvent.Booked e) {
      return to(flow, e.job(), new VoUser.Planned(e.job(), e.cycle(), e.window()));
    } else if (event instanceof FlowEvent.Moved e) {
      return to(flow, e.job(), new VoUser.Moved(e.job(), e.window()));
    } else if (event instanceof FlowEvent.Requeued e) {
      return to(flow, e.job(), new VoUser.Requeued(e.job(), e.cycle(), e.node(), e.reason()));
    } else if (event instanceof FlowEvent.Refused e) {
      boolean atSubmission = e.cycle() < 0; // the reply to the submission reports the refusal
      return atSubmission
          ? Optional.empty()
          : to(flow, e.job(), new VoUser.Refused(e.job(), e.why().reason()));
    } else if (event instanceof FlowEvent.Finished e) {
      return to(flow, e.job(), new VoUser.Finished(e.job(), e.stopped(), sum(e.refunds())));
    } else if (event instanceof FlowEvent.Withdrawn e) {
      return to(flow, e.job(), new VoUser.PaidBack(e.job(), sum(e.refunds())));
    }
    return Optional.empty();
  }

  private static Optional<Addressed> to(JobFlow flow, JobId job, VoUser.Notice notice) {
    return Optional.of(new Addressed(flow.job(job).job().user(), notice));
  }

  private static long sum(List<Refund> refunds) {
    return refunds.stream().mapToLong(Refund::milli).sum();
  }
}
