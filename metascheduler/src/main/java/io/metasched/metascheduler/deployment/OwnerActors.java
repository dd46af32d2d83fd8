package io.metasched.metascheduler.deployment;

import akka.actor.typed.ActorRef;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.resource.model.Node;
import java.util.List;

/** The owners of a group, wherever they are: domains or providers. */
public interface OwnerActors {
  /** The owner of a number, or a proxy for it. */
  ActorRef<Object> ref(int number);

  /** The same as domains of these nodes. */
  Domains domains(List<Integer> numbers, List<Node> nodes);
}
