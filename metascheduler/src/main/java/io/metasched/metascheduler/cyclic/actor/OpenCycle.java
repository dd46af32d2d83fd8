package io.metasched.metascheduler.cyclic.actor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cycle from its snapshot until its plan is booked. */
final class OpenCycle {
  final int number;
  final MetaschedulerEvent.Opened opened;
  final SessionLink session;
  final List<Long> versions;
  Metascheduler.@Nullable PlanMade plan;

  /**
   * @param opened event of the cycle's opening
   * @param session session in which the cycle is planned
   * @param versions versions of the owners' lists on which the cycle is planned, by node
   */
  OpenCycle(MetaschedulerEvent.Opened opened, SessionLink session, List<Long> versions) {
    number = opened.cycle();
    this.opened = opened;
    this.session = session;
    this.versions = versions;
  }
}
