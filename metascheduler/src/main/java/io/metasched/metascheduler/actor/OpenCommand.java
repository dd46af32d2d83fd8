package io.metasched.metascheduler.actor;

import io.metasched.metascheduler.whatif.ClusterCommand;
import io.metasched.resource.actor.Provider;
import java.util.List;
import java.util.Optional;

/** A command that the grid reservation service is carrying out. */
sealed interface OpenCommand permits OpenRequest, OpenWithdrawal {
  /** When it was given. */
  long nowTick();

  /** What has happened and is to be written before {@link #next} is asked; said once. */
  Optional<GridReservationEvent> unwritten();

  /** What clusters are to be asked now, each once. */
  List<ClusterCommand> next();

  /**
   * A cluster has answered; {@link Provider.Rejected} that a part is not to be given up any more.
   */
  void answered(Provider.Reply reply);

  /** Whether nothing is to be asked any more. */
  boolean isOver();

  /**
   * What has come of it, once it is over.
   *
   * @param given how many commands clusters have got
   */
  GridReservationEvent.Concluded conclusion(long given);
}
