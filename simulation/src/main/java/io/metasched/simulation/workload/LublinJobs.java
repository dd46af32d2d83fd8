package io.metasched.simulation.workload;

import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.workload.lublin.GeneratedJob;
import io.metasched.simulation.workload.lublin.LublinWorkload;
import io.metasched.simulation.workload.trace.TraceJob;
import java.util.List;

/**
 * Jobs of the Lublin-Feitelson model, with traits that the model lacks.
 *
 * @param model model of arrivals, sizes and run times
 * @param traits estimates, and starts of reservations
 */
public record LublinJobs(LublinWorkload model, RequestTraits traits) implements RigidJobs {

  @Override
  public List<TraceJob> generate(Seeds seeds) {
    return model.generate(seeds).stream().map(drawn -> job(drawn, seeds)).toList();
  }

  private TraceJob job(GeneratedJob drawn, Seeds seeds) {
    return traits.job(
        drawn.id(),
        drawn.arrivalSeconds() * TraceJob.TICKS_PER_SECOND,
        drawn.runSeconds() * TraceJob.TICKS_PER_SECOND,
        drawn.processors(),
        seeds);
  }
}
