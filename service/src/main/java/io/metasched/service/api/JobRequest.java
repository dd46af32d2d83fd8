package io.metasched.service.api;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Properties;
import io.metasched.resource.model.Requirements;
import io.metasched.service.book.Dependency;
import io.metasched.service.book.MailPlan;
import io.metasched.service.book.NodeLoss;
import io.metasched.service.book.SiteDemand;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Job in a request; {@link JobReader} makes the specification of a job from it.
 *
 * @param account paying account; empty for the only account of the caller
 * @param after jobs on which the job depends
 * @param mail mails about the job
 * @param array elements, if the job is an array
 * @param priority priority among the waiting jobs
 * @param offer id of the offer that the job accepts
 */
record JobRequest(
    String name,
    Optional<String> account,
    Map<String, String> labels,
    int nodes,
    AmountOfWork work,
    Requires requires,
    Budget budget,
    Criterion criterion,
    Start start,
    Run run,
    NodeLoss onNodeLoss,
    Sites sites,
    List<Dependency> after,
    Optional<MailPlan> mail,
    Optional<Elements> array,
    Optional<Integer> priority,
    Optional<String> offer) {

  /** Work of a job: either of the two. */
  record AmountOfWork(Optional<Duration> duration, Optional<Long> volume) {}

  /** Limits of the cost. */
  record Budget(Optional<Amount> total, Optional<Amount> pricePerSlot) {}

  /** Times of the window: either a fixed start, or any of the other two. */
  record Start(Optional<Instant> at, Optional<Instant> notBefore, Optional<Instant> deadline) {}

  /**
   * Run on each node.
   *
   * @param command program and arguments; empty only in an estimate
   * @param warnBeforeEnd time of the warning before the end of the window
   * @param grace time between the signals TERM and KILL
   */
  record Run(
      Optional<List<String>> command,
      Map<String, String> environment,
      List<Input> input,
      Optional<String> chdir,
      Optional<Duration> warnBeforeEnd,
      Duration grace,
      Limits limits) {}

  /** Input file: either a text or base64. */
  record Input(String path, Optional<String> text, Optional<String> base64) {}

  /** Limits of a run. */
  record Limits(Optional<Long> memoryBytes, Optional<Integer> processes) {}

  /**
   * Elements of an array.
   *
   * @param most highest number of elements that have a window or run at the same time
   */
  record Elements(String indices, Optional<Integer> most) {}

  /** Demands on the sites of the nodes. */
  record Sites(boolean acceptAdvised, int reliability) {
    SiteDemand demand() {
      return new SiteDemand(acceptAdvised, reliability);
    }
  }

  /**
   * Requirements on each node.
   *
   * @param labels former form of properties
   */
  record Requires(
      int performance,
      List<String> properties,
      Map<String, String> labels,
      Optional<String> node,
      Optional<String> domain) {

    /** Returns the requirements, and adds their faults. */
    Requirements requirements(String pointer, BodyFaults faults) {
      var demands = new ArrayList<String>();
      for (int i = 0; i < properties.size(); i++) {
        demand(properties.get(i), pointer + "/properties/" + i, faults, demands);
      }
      labels.forEach(
          (name, value) ->
              demand(
                  value.isEmpty() ? name : name + "=" + value,
                  BodyFaults.at(pointer + "/labels", name),
                  faults,
                  demands));
      // texts, as in the fleet: 07 and yes are names
      node.ifPresent(name -> demands.add("node=" + name));
      domain.ifPresent(name -> demands.add("domain=" + name));
      return new Requirements(performance, demands);
    }

    private static void demand(
        String text, String pointer, BodyFaults faults, List<String> demands) {
      try {
        demands.add(Properties.demand(text));
      } catch (IllegalArgumentException e) {
        faults.add(pointer, "is invalid", String.valueOf(e.getMessage()));
      }
    }
  }
}
