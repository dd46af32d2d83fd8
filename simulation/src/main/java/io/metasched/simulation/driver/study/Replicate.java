package io.metasched.simulation.driver.study;

import akka.actor.typed.ActorRef;
import akka.actor.typed.delivery.ConsumerController;
import akka.actor.typed.receptionist.ServiceKey;
import io.metasched.resource.actor.CborSerializable;
import java.util.List;

/**
 * Request to run replications. Answered by {@link StudyDriver.Observed} or {@link
 * StudyDriver.Failed}.
 *
 * @param numbers numbers of the replications, from 0
 */
record Replicate(List<Integer> numbers, ActorRef<StudyDriver.Command> replyTo)
    implements CborSerializable {
  Replicate {
    numbers = List.copyOf(numbers);
  }

  /** Returns the key under which the driver of a study finds its workers. */
  static ServiceKey<ConsumerController.Command<Replicate>> key(String study) {
    return ServiceKey.create(ConsumerController.serviceKeyClass(), "study-" + study);
  }
}
