package io.metasched.metascheduler.whatif.actor;

import io.metasched.metascheduler.whatif.ClusterRequest;
import io.metasched.resource.provider.actor.Provider;
import java.util.List;
import java.util.Optional;

/** Command that the grid reservation service is executing. */
sealed interface OpenCommand permits OpenRequest, OpenWithdrawal {
  /** Returns the tick of the command. */
  long nowTick();

  /** Returns the event to be written before {@link #next} is sent; each event is returned once. */
  Optional<GridReservationEvent> unwritten();

  /** Returns the commands to send to clusters now, each once. */
  List<ClusterRequest> next();

  /**
   * Receives the answer of a cluster; {@link Provider.Rejected} means that a part can no longer be
   * withdrawn.
   */
  void answered(Provider.Reply reply);

  /** Returns whether no further command will be sent. */
  boolean isOver();

  /**
   * Returns the result of the command after its end.
   *
   * @param given number of commands sent to clusters
   */
  GridReservationEvent.Concluded conclusion(long given);
}
