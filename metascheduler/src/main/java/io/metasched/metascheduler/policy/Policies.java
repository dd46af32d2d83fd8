package io.metasched.metascheduler.policy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Registry of policies: the built-in policies, grouped by family, and the policies of plug-ins. */
public final class Policies {
  private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,40}");

  private final List<PolicyProvider> providers;

  private Policies(List<PolicyProvider> providers) {
    this.providers = List.copyOf(providers);
  }

  /** Returns the policies of this project. */
  public static Policies builtIn() {
    return new Policies(
        List.of(
            new Entry(
                "css",
                "cyclic scheduling scheme: first-fit alternatives for the batch, best combination",
                options(Rescheduling.OPTION, Rescheduling.NONE),
                settings -> Rescheduling.of(settings, BatchSlicer.css(settings))),
            new Entry(
                "batch-slicer",
                "k sub-batches, alternatives by each user's criterion, best combination in each",
                options("k", "5", Rescheduling.OPTION, Rescheduling.NONE),
                settings -> Rescheduling.of(settings, BatchSlicer.slicing(settings))),
            new Entry(
                "bsf",
                "the first n jobs batch-sliced, the others backfilled in the remaining slots",
                options("n", "10", "k", "5", "first", BatchSliceFilling.BY_ORDER),
                BatchSliceFilling::of),
            new Entry(
                "backfilling",
                "conservative: each job in its earliest window, moved to an earlier one when time"
                    + " is freed",
                options(),
                settings -> new Backfilling(settings.search())),
            new Entry(
                "late-binding",
                "jobs with deadlines first, the others backfilled, but booked only shortly before"
                    + " they begin",
                options(LateBinding.AHEAD, "7200"),
                LateBinding::of),
            new Entry(
                "fcfs",
                "baseline: earliest windows in queue order; no job passes an earlier one",
                options(),
                settings -> new QueueOrderPolicy(settings.search())),
            new Entry(
                "random",
                "baseline: first-fit alternatives for the batch, one of them at random for each job",
                options(),
                RandomChoice::of)));
  }

  /**
   * Returns these policies and the policies named in the service files of a class loader. {@code
   * guise} wraps each provider of the latter.
   *
   * @param guise function that wraps a provider; applied before the name is requested
   * @throws IllegalArgumentException if a name is taken or has characters that are not allowed
   * @throws java.util.ServiceConfigurationError if a provider cannot be loaded
   */
  public Policies withPlugins(ClassLoader loader, UnaryOperator<PolicyProvider> guise) {
    var all = new ArrayList<>(providers);
    for (var found : ServiceLoader.load(PolicyProvider.class, loader)) {
      var provider = guise.apply(found);
      if (!NAME.matcher(provider.name()).matches()) {
        throw refused(
            provider.name(), found, "allowed are 1 to 40 lower case letters, digits and hyphens");
      }
      if (all.stream().anyMatch(known -> known.name().equals(provider.name()))) {
        throw refused(provider.name(), found, "the name is taken");
      }
      all.add(provider);
    }
    return new Policies(all);
  }

  private static IllegalArgumentException refused(
      String name, PolicyProvider provider, String why) {
    return new IllegalArgumentException(
        "policy '%s' of %s: %s".formatted(name, provider.getClass().getName(), why));
  }

  /** Returns all names, grouped by family. */
  public List<String> names() {
    return providers.stream().map(PolicyProvider::name).toList();
  }

  public Optional<PolicyProvider> named(String name) {
    return providers.stream().filter(provider -> provider.name().equals(name)).findFirst();
  }

  /**
   * Creates a policy with the defaults of the scenarios and of its own options.
   *
   * @throws IllegalArgumentException for an unknown name; the message lists the known ones
   */
  public SchedulingPolicy create(String name) {
    var provider =
        named(name)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "unknown policy '%s'; known are %s"
                            .formatted(name, String.join(", ", names()))));
    return provider.create(PolicySettings.defaults().withOptions(provider.options()));
  }

  private static SortedMap<String, String> options(String... namesAndDefaults) {
    var options = new TreeMap<String, String>();
    for (int i = 0; i < namesAndDefaults.length; i += 2) {
      options.put(namesAndDefaults[i], namesAndDefaults[i + 1]);
    }
    return Collections.unmodifiableSortedMap(options);
  }

  private record Entry(
      String name,
      String summary,
      SortedMap<String, String> options,
      Function<PolicySettings, SchedulingPolicy> factory)
      implements PolicyProvider {

    @Override
    public SchedulingPolicy create(PolicySettings settings) {
      return factory.apply(settings);
    }
  }
}
