package io.metasched.simulation.driver.study;

import akka.actor.typed.Behavior;
import akka.actor.typed.delivery.ConsumerController;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.study.ObservedRow;
import io.metasched.simulation.study.Replication;

/** Worker that runs replications of a study one after another, on its own thread. */
final class StudyWorker extends AbstractBehavior<ConsumerController.Delivery<Replicate>> {
  private final LoadedStudy study;
  private final long runSeed;

  private StudyWorker(
      ActorContext<ConsumerController.Delivery<Replicate>> context,
      LoadedStudy study,
      long runSeed) {
    super(context);
    this.study = study;
    this.runSeed = runSeed;
  }

  /**
   * Creates a worker.
   *
   * @param id id of the study
   */
  static Behavior<ConsumerController.Delivery<Replicate>> create(
      String id, LoadedStudy study, long runSeed) {
    return Behaviors.setup(
        context -> {
          var controller =
              context.spawn(ConsumerController.create(Replicate.key(id)), "controller");
          controller.tell(new ConsumerController.Start<>(context.getSelf()));
          return new StudyWorker(context, study, runSeed);
        });
  }

  @Override
  public Receive<ConsumerController.Delivery<Replicate>> createReceive() {
    return newReceiveBuilder().onAnyMessage(this::onDelivery).build();
  }

  private Behavior<ConsumerController.Delivery<Replicate>> onDelivery(
      ConsumerController.Delivery<Replicate> delivery) {
    var order = delivery.message();
    order.replyTo().tell(answer(order));
    delivery.confirmTo().tell(ConsumerController.confirmed());
    return this;
  }

  private StudyDriver.Command answer(Replicate order) {
    try {
      return new StudyDriver.Observed(
          order.numbers().stream()
              .map(
                  number ->
                      ObservedRow.of(
                          study.replicable(), study.series(), new Replication(runSeed, number)))
              .toList());
    } catch (UsageException e) {
      return new StudyDriver.Failed(true, String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      return new StudyDriver.Failed(false, String.valueOf(e.getMessage()));
    }
  }
}
