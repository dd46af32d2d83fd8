package io.metasched.simulation.system.broker.model;

import io.metasched.metascheduler.broker.BrokerCore;
import io.metasched.metascheduler.broker.BrokerReaction;
import io.metasched.resource.broker.AgentBook;
import io.metasched.simulation.kernel.Due;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.kernel.RunModel;
import io.metasched.simulation.system.broker.BrokerInstance;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Run model of brokers and agents: single-threaded, one step at a time. */
public final class BrokerModel implements RunModel<BrokerStep, BrokerRun> {
  private static final int STEPS_PER_REPORT = 64;

  private final BrokerInstance instance;
  private final String policy;
  private final Progress progress;
  private final BrokerSchedule schedule;
  private final List<BrokerCore> brokers = new ArrayList<>();
  private final List<AgentBook> agents = new ArrayList<>();

  /**
   * Creates the model of a new run.
   *
   * @throws IllegalArgumentException for an unknown policy
   */
  public BrokerModel(BrokerInstance instance, String policy, Progress progress) {
    this.instance = instance;
    this.policy = policy;
    this.progress = progress;
    var limits = instance.setting().limits();
    schedule = new BrokerSchedule(instance);
    instance.agents().forEach(nodes -> agents.add(new AgentBook(nodes, limits)));
    for (int broker = 0; broker < instance.setting().brokers(); broker++) {
      brokers.add(instance.broker(policy));
    }
  }

  @Override
  public Optional<Due<BrokerStep>> next() {
    return schedule.next();
  }

  @Override
  public void perform(BrokerStep step, long tick) {
    var taken = schedule.take();
    switch (step.kind()) {
      case LOST, BACK -> schedule.change(taken);
      case ASK ->
          schedule
              .command(taken)
              .ifPresent(
                  command -> {
                    var book = agents.get(step.agent());
                    var rules = instance.setting().rules();
                    schedule.answered(
                        taken, AgentRequest.answer(book, command, step.broker(), rules, tick));
                  });
      case LOSS_NOTICED, RETURN_NOTICED, CANCEL, SUBMIT, ANSWER ->
          schedule
              .input(taken)
              .ifPresent(
                  input -> {
                    var core = brokers.get(step.broker());
                    schedule.reacted(taken, BrokerReaction.of(core, input, tick));
                  });
    }
    if (schedule.taken() % STEPS_PER_REPORT == 0) {
      progress.advanced(policy, schedule.decided(), instance.tasks());
    }
  }

  @Override
  public BrokerRun tables(String driver, String version) {
    return schedule.tables(instance.facts(policy, driver, version));
  }
}
