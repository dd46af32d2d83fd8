package io.metasched.simulation.workload.lublin;

import io.metasched.simulation.random.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Job flow of the Lublin-Feitelson model. Each type of job has its own clock; the clock with the
 * earlier arrival supplies the next job. Arrivals, sizes and run times of each type have their own
 * random numbers, so that a longer flow begins with the jobs of a shorter one.
 *
 * <p>Source: U. Lublin and D. Feitelson, Journal of Parallel and Distributed Computing 63(11),
 * 2003, and the program of the authors; departures are in docs/sources.md.
 *
 * <p>Cost: linear in the jobs.
 *
 * @param jobs number of jobs, at least 1
 * @param laws distributions of each type, at least one
 */
public record LublinWorkload(int jobs, List<TypeLaws> laws) {

  /**
   * @throws IllegalArgumentException if there are no jobs or no distributions
   */
  public LublinWorkload {
    laws = List.copyOf(laws);
    if (jobs < 1 || laws.isEmpty()) {
      throw new IllegalArgumentException(
          "there must be at least 1 job and 1 type, but there are %d and %d"
              .formatted(jobs, laws.size()));
    }
  }

  /** Generates the jobs in order of arrival. */
  public List<GeneratedJob> generate(Seeds seeds) {
    var sources = laws.stream().map(each -> new Source(each, seeds)).toList();
    var generated = new ArrayList<GeneratedJob>(jobs);
    for (long id = 1; id <= jobs; id++) {
      generated.add(earliest(sources).job(id));
    }
    return generated;
  }

  private static Source earliest(List<Source> sources) {
    var earliest = sources.get(0);
    for (var source : sources) {
      if (source.arrival < earliest.arrival) {
        earliest = source;
      }
    }
    return earliest;
  }

  /** Source of the jobs of one type. */
  private static final class Source {
    private final TypeLaws laws;
    private final ArrivalClock clock;
    private final UniformRandomProvider sizes;
    private final RunTimeLaw.Draws runTimes;
    private double arrival;

    Source(TypeLaws laws, Seeds seeds) {
      this.laws = laws;
      long entity = laws.type().entity();
      clock = laws.arrivals().clock(seeds.generator("lublin-arrivals", entity));
      sizes = seeds.generator("lublin-sizes", entity);
      runTimes = laws.runTimes().draws(seeds.generator("lublin-run-times", entity));
      arrival = clock.next();
    }

    /** Returns the next job, and advances the clock to the arrival after it. */
    GeneratedJob job(long id) {
      int processors = laws.sizes().draw(sizes);
      long seconds = (long) Math.floor(arrival);
      arrival = clock.next();
      return new GeneratedJob(id, seconds, processors, runTimes.seconds(processors), laws.type());
    }
  }
}
