package io.metasched.metascheduler.whatif.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.metasched.metascheduler.whatif.InformationService;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.owner.CommandId;
import java.util.List;

/**
 * Actor of the grid information service (GIS) of the what-if paper, which returns the clusters on
 * which a request may be placed. Its data does not change, so it need not cache replies.
 */
public final class GridInformationService {
  /** Query for the clusters with enough processors. Answered by {@link Candidates}. */
  public record Query(CommandId id, int processors, ActorRef<Candidates> replyTo)
      implements CborSerializable {}

  /** Clusters with enough processors, ascending. */
  public record Candidates(CommandId id, List<Integer> clusters) implements CborSerializable {
    public Candidates {
      clusters = List.copyOf(clusters);
    }
  }

  private GridInformationService() {}

  /** Creates the service for the given clusters. */
  public static Behavior<Query> create(InformationService clusters) {
    return Behaviors.receiveMessage(
        query -> {
          var reply = new Candidates(query.id(), clusters.candidates(query.processors()));
          query.replyTo().tell(reply);
          return Behaviors.same();
        });
  }
}
