package io.metasched.resource.provider;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Registry of the local schedulers, grouped by family. */
public final class LocalSchedulers {
  private static final Map<String, Supplier<LocalScheduler>> BY_NAME = register();

  private LocalSchedulers() {}

  private static Map<String, Supplier<LocalScheduler>> register() {
    var schedulers = new LinkedHashMap<String, Supplier<LocalScheduler>>();
    schedulers.put("fcfs", FirstComeFirstServed::new);
    schedulers.put("first-fit", () -> new GreedyQueueScan(BatchJob.BY_ARRIVAL));
    schedulers.put("lsf", () -> new GreedyQueueScan(BatchJob.BY_SIZE));
    schedulers.put("sjf", () -> new GreedyQueueScan(BatchJob.BY_LIMIT));
    schedulers.put("easy", () -> new EasyBackfilling(BatchJob.BY_ARRIVAL));
    schedulers.put("easy-sjf", () -> new EasyBackfilling(BatchJob.BY_LIMIT));
    schedulers.put("conservative", ConservativeBackfilling::new);
    return Collections.unmodifiableMap(schedulers);
  }

  public static List<String> names() {
    return List.copyOf(BY_NAME.keySet());
  }

  /** Returns a new scheduler with the given name and an empty queue. */
  public static Optional<LocalScheduler> named(String name) {
    return Optional.ofNullable(BY_NAME.get(name)).map(Supplier::get);
  }
}
