package io.metasched.service.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueType;
import io.metasched.metascheduler.queue.QueueOrder;
import io.metasched.metascheduler.queue.QueueRules;
import io.metasched.service.book.AccountLimits;
import io.metasched.service.book.FleetNode;
import io.metasched.service.book.Grant;
import io.metasched.service.book.Limits;
import io.metasched.service.book.Money;
import io.metasched.service.plan.CycleSettings;
import io.metasched.service.plan.MarketSettings;
import io.metasched.service.plan.Quotas;
import io.metasched.service.store.Durability;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * All settings of the service; conf/service.conf describes the values.
 *
 * @param host host to listen on
 * @param port port to listen on
 * @param allowUnencrypted whether the service may listen beyond loopback without TLS
 * @param tls key of the server; empty for no encryption
 * @param executor name of the executor of jobs
 * @param data folder of the book, the tokens and the runs
 * @param durability failures that an acknowledged commit survives
 * @param keep retention of finished items
 * @param connections bounds on connections of the API
 * @param access bounds on sign-ins and tokens
 * @param highestPriority highest priority that users may give to a job
 */
public record ServiceSettings(
    String host,
    int port,
    boolean allowUnencrypted,
    Optional<TlsSettings> tls,
    String executor,
    Path data,
    String databaseUrl,
    String databaseUser,
    String databasePassword,
    Durability durability,
    int snapshotEvery,
    Duration keep,
    double requestsPerSecond,
    ConnectionSettings connections,
    AccessSettings access,
    CycleSettings cycle,
    int highestPriority,
    MarketSettings market,
    Duration prepareLead,
    Duration tolerance,
    Quotas quotas,
    NotificationSettings notifications,
    List<FleetNode> nodes,
    List<FirstUser> users,
    AgentsSettings agents) {
  private static final String ROOT = "metasched.service";

  /**
   * Upper bound of the horizon. With a longer horizon, the cost of a job with many nodes could
   * overflow.
   */
  private static final Duration MOST_HORIZON = Duration.ofDays(366);

  /** Folder of the book in the data folder; only the service's user may read it. */
  public static final String BOOK = "book";

  /** Dispatcher of the scheduler's actors. */
  public static final String PLANNER_DISPATCHER = "metasched-planner";

  private static final int MOST_PLANNERS = 16;
  private static final String NODE_NAME = "[a-z0-9]([a-z0-9.-]{0,60}[a-z0-9])?-[0-9]{1,6}";
  private static final String USER_NAME = "(?!(admin|bank)$|owners-)[a-z][a-z0-9-]{0,31}";
  private static final String USER_NAMES =
      "a lower case letter, then up to 31 lower case letters, digits and hyphens, not admin, bank or"
          + " owners-...";

  /**
   * User created at the first start.
   *
   * @param name name of the user
   * @param depositMilli first deposit, in 1/1000
   * @param grant grant of the account, if any
   */
  public record FirstUser(String name, long depositMilli, Optional<Grant> grant) {}

  /**
   * Reads the settings of a file, which override the defaults.
   *
   * @param file settings file of the user
   * @param data data folder that overrides the settings
   * @param port port that overrides the settings
   * @param home folder that relative paths refer to
   * @throws SettingsException for values that are missing, unknown or out of their range
   */
  public static ServiceSettings read(
      Optional<Path> file, Optional<Path> data, Optional<Integer> port, Path home) {
    file.filter(path -> !Files.isReadable(path))
        .ifPresent(
            path -> {
              throw new SettingsException("%s: no such file, or it cannot be read".formatted(path));
            });
    try {
      var usual = ConfigFactory.parseResources("service.conf");
      var own = file.map(Path::toFile).map(ServiceSettings::parse).orElse(ConfigFactory.empty());
      requireKnown(own, usual);
      var all = own.withFallback(usual).resolve().getConfig(ROOT);
      return settings(all, data, port, home);
    } catch (ConfigException e) {
      throw new SettingsException(String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    } catch (IllegalArgumentException e) {
      throw new SettingsException(ROOT + ": " + e.getMessage());
    }
  }

  private static Config parse(File file) {
    return ConfigFactory.parseFile(file);
  }

  private static void requireKnown(Config own, Config usual) {
    for (var each : own.entrySet()) {
      boolean isOption = each.getKey().startsWith(ROOT + ".cycle.options.");
      if (!isOption && !usual.hasPathOrNull(each.getKey())) {
        throw new SettingsException(
            "%s: %s is not a key of the service"
                .formatted(each.getValue().origin().description(), each.getKey()));
      }
    }
  }

  private static ServiceSettings settings(
      Config own, Optional<Path> data, Optional<Integer> port, Path home) {
    var folder = data.orElseGet(() -> home.resolve(own.getString("data"))).toAbsolutePath();
    int where = port.orElseGet(() -> own.getInt("port"));
    require("port", "0 to 65535", where >= 0 && where <= 65_535, where);
    var database = own.getConfig("database");
    int every = own.getInt("snapshot-every");
    require("snapshot-every", "1 and up", every >= 1, every);
    var keep = own.getDuration("keep");
    require("keep", "1s and up", keep.toSeconds() >= 1, keep);
    double rate = own.getDouble("requests-per-second");
    require("requests-per-second", "above 0", rate > 0, rate);
    return new ServiceSettings(
        own.getString("host"),
        where,
        own.getBoolean("allow-unencrypted"),
        TlsSettings.read(own.getConfig("tls"), home),
        own.getString("executor"),
        folder,
        url(database.getString("url"), folder),
        database.getString("user"),
        database.getString("password"),
        durability(database.getString("sync")),
        every,
        keep,
        rate,
        ConnectionSettings.read(own),
        AccessSettings.read(own.getConfig("access"), home),
        cycle(own.getConfig("cycle")).withLimits(limits(own.getConfig("limits"))),
        priority(own.getInt("cycle.highest-priority")),
        market(own.getConfig("market")),
        own.getDuration("runs.prepare-lead"),
        own.getDuration("runs.tolerance"),
        quotas(own.getConfig("quotas")),
        NotificationSettings.read(own.getConfig("notifications")),
        nodes(own),
        users(own),
        AgentsSettings.read(own.getConfig("agents")));
  }

  private static String url(String given, Path folder) {
    if (given.isEmpty()) {
      return "jdbc:h2:file:%s;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE"
          .formatted(folder.resolve(BOOK).resolve("book"));
    }
    require(
        "database.url",
        "jdbc:postgresql:... or empty",
        given.startsWith("jdbc:postgresql:") || given.startsWith("jdbc:h2:"),
        given.replaceFirst("[?;].*", ""));
    return given.startsWith("jdbc:h2:") ? given + ";WRITE_DELAY=0" : given;
  }

  private static Durability durability(String given) {
    var allowed = String.join(" or ", Durability.labels());
    var found = Durability.of(given);
    require("database.sync", allowed, found.isPresent(), given);
    return found.orElseThrow();
  }

  static void require(String key, String allowed, boolean holds, Object given) {
    if (!holds) {
      throw new SettingsException(
          "%s.%s: allowed is %s, given was '%s'".formatted(ROOT, key, allowed, given));
    }
  }

  private static CycleSettings cycle(Config own) {
    var options = new TreeMap<String, String>();
    own.getObject("options").unwrapped().forEach((k, v) -> options.put(k, String.valueOf(v)));
    var period = own.getDuration("period");
    require("cycle.period", "100ms and up", period.toMillis() >= 100, period);
    var lead = own.getDuration("lead");
    require("cycle.lead", "0s and up", !lead.isNegative(), lead);
    var horizon = own.getDuration("horizon");
    require(
        "cycle.horizon",
        "above cycle.lead, up to 366 days",
        horizon.compareTo(lead) > 0 && horizon.compareTo(MOST_HORIZON) <= 0,
        horizon);
    var granularity = own.getDuration("granularity");
    require(
        "cycle.granularity",
        "1ms to 1d",
        granularity.toMillis() >= 1 && granularity.compareTo(Duration.ofDays(1)) <= 0,
        granularity);
    int batch = own.getInt("batch-limit");
    require("cycle.batch-limit", "1 and up", batch >= 1, batch);
    long steps = own.getLong("search-step-limit");
    require("cycle.search-step-limit", "1 and up", steps >= 1, steps);
    return new CycleSettings(
            period, lead, horizon, granularity, batch, own.getString("policy"), options, steps)
        .withQueue(queue(own));
  }

  private static int priority(int highest) {
    require("cycle.highest-priority", "0 to 1000", highest >= 0 && highest <= 1000, highest);
    return highest;
  }

  private static QueueRules queue(Config own) {
    var given = own.getString("queue-order");
    var orders = List.of(QueueOrder.values());
    var order = orders.stream().filter(each -> each.label().equals(given)).findFirst();
    var labels = orders.stream().map(QueueOrder::label).collect(Collectors.joining(", "));
    require("cycle.queue-order", labels, order.isPresent(), given);
    var halfLife = own.getDuration("half-life");
    require("cycle.half-life", "1m to 366d", isHalfLife(halfLife), halfLife);
    return new QueueRules(order.orElseThrow(), halfLife);
  }

  private static boolean isHalfLife(Duration time) {
    return time.toMinutes() >= 1 && time.compareTo(MOST_HORIZON) <= 0;
  }

  private static MarketSettings market(Config own) {
    var offer = own.getDuration("offer-time");
    require("market.offer-time", "1s and up", offer.toSeconds() >= 1, offer);
    var lead = own.getDuration("offer-lead");
    require("market.offer-lead", "0s and up", !lead.isNegative(), lead);
    var firm = own.getDuration("firm-time");
    require("market.firm-time", "1s and up", firm.toSeconds() >= 1, firm);
    int offers = own.getInt("firm-offers");
    require("market.firm-offers", "0 and up", offers >= 0, offers);
    return new MarketSettings(offer, lead, firm, money("market", own, "firm-fee"), offers);
  }

  private static Quotas quotas(Config own) {
    int jobs = own.getInt("account-jobs");
    require("quotas.account-jobs", "1 and up", jobs >= 1, jobs);
    int reservations = own.getInt("account-reservations");
    require("quotas.account-reservations", "1 and up", reservations >= 1, reservations);
    double share = own.getDouble("share-of-heap");
    require("quotas.share-of-heap", "0.1 to 0.8", share >= 0.1 && share <= 0.8, share);
    long day = own.getBytes("bytes-per-day");
    require("quotas.bytes-per-day", "1 MiB and up", day >= 1 << 20, day);
    return new Quotas(
        jobs,
        own.getBytes("account-input"),
        own.getBytes("input"),
        reservations,
        (long) (share * Runtime.getRuntime().maxMemory()),
        day);
  }

  private static AccountLimits limits(Config own) {
    return new AccountLimits(limits(own, "account"), limits(own, "person"));
  }

  private static Limits limits(Config own, String of) {
    return new Limits(
        limit(own, of + ".waiting"),
        limit(own, of + ".running"),
        limit(own, of + ".nodes"),
        Optional.empty()); // cycle.highest-priority
  }

  private static Optional<Integer> limit(Config own, String key) {
    var given = own.getString(key);
    boolean isNumber = given.matches("\\d{1,7}") && Integer.parseInt(given) <= Limits.MOST;
    var allowed = "0 to %d, or none".formatted(Limits.MOST);
    require("limits." + key, allowed, isNumber || given.equals("none"), given);
    return isNumber ? Optional.of(Integer.parseInt(given)) : Optional.empty();
  }

  private static long money(String key, Config own, String name) {
    var given = own.getString(name);
    var milli = Money.parse(given);
    require(key + "." + name, "an amount such as \"12.500\"", milli.isPresent(), given);
    return milli.orElseThrow();
  }

  private static long price(Config node) {
    long milli = money("nodes", node, "price");
    require(
        "nodes.price",
        "at most " + Money.format(Money.MOST_PRICE_MILLI),
        milli <= Money.MOST_PRICE_MILLI,
        node.getString("price"));
    return milli;
  }

  private static List<FleetNode> nodes(Config own) {
    var nodes = new ArrayList<FleetNode>();
    for (var each : own.getConfigList("nodes")) {
      requireKeys("nodes", each, List.of("name", "domain", "performance", "price", "properties"));
      var name = each.getString("name");
      var domain = each.getString("domain");
      require(
          "nodes.name",
          "its domain, a hyphen and a number",
          name.matches(NODE_NAME) && name.substring(0, name.lastIndexOf('-')).equals(domain),
          name);
      nodes.add(
          new FleetNode(
              name,
              domain,
              each.getInt("performance"),
              price(each),
              each.getStringList("properties")));
    }
    require("nodes", "at least one", !nodes.isEmpty(), "[]");
    return nodes;
  }

  private static List<FirstUser> users(Config own) {
    var users = new ArrayList<FirstUser>();
    var names = new TreeSet<String>();
    long sum = 0;
    for (var each : own.getConfigList("users")) {
      try {
        var user = user(each);
        require("users.name", "each name once", names.add(user.name()), user.name());
        sum += user.depositMilli();
        require(
            "users.deposit",
            "at most %s in total".formatted(Money.format(Money.MOST_MILLI)),
            sum <= Money.MOST_MILLI,
            Money.format(sum));
        users.add(user);
      } catch (SettingsException | ConfigException e) {
        var given = each.root().get("name");
        var name =
            given != null && given.valueType() == ConfigValueType.STRING
                ? " '%s'".formatted(given.unwrapped())
                : "";
        throw new SettingsException(
            "%s: users[%d]%s: %s"
                .formatted(each.origin().description(), users.size(), name, messageOf(e)));
      }
    }
    return users;
  }

  private static String messageOf(RuntimeException e) {
    // messages of the library begin with the place, too
    return e instanceof ConfigException fault && fault.origin() != null
        ? String.valueOf(e.getMessage()).replace(fault.origin().description() + ": ", "")
        : String.valueOf(e.getMessage());
  }

  private static FirstUser user(Config own) {
    requireKeys("users", own, List.of("name", "deposit", "grant"));
    var name = own.getString("name");
    require("users.name", USER_NAMES, name.matches(USER_NAME), name);
    return new FirstUser(name, money("users", own, "deposit"), grant(own));
  }

  private static Optional<Grant> grant(Config user) {
    if (!user.hasPath("grant")) {
      return Optional.empty();
    }
    var own = user.getConfig("grant");
    requireKeys("users.grant", own, List.of("amount", "period", "zone", "from", "carry-over"));
    long milli = money("users", user, "grant.amount"); // paths from the user, for missing keys
    require("users.grant.amount", "above 0", milli > 0, own.getString("amount"));
    var label = user.getString("grant.period");
    var period = Grant.Period.of(label);
    require("users.grant.period", "weekly, monthly, yearly", period.isPresent(), label);
    var zone = user.getString("grant.zone");
    boolean isZone = Grant.zone(zone).isPresent();
    require("users.grant.zone", "a time zone such as Europe/Berlin", isZone, zone);
    var day = user.getString("grant.from");
    var from = Grant.day(day);
    require("users.grant.from", Grant.DAYS, from.isPresent(), day);
    boolean carriesOver = own.hasPath("carry-over") && own.getBoolean("carry-over");
    return Optional.of(
        new Grant(milli, period.orElseThrow(), zone, from.orElseThrow(), carriesOver));
  }

  private static void requireKeys(String key, Config own, List<String> known) {
    for (Map.Entry<String, Object> each : own.root().unwrapped().entrySet()) {
      require(key, String.join(", ", known), known.contains(each.getKey()), each.getKey());
    }
  }

  /** Returns the configuration of the actor system and the HTTP server. */
  public static Config system() {
    var own =
        """
        akka.loggers = ["akka.event.slf4j.Slf4jLogger"]
        akka.logging-filter = "akka.event.slf4j.Slf4jLoggingFilter"
        akka.loglevel = "INFO"
        akka.log-dead-letters = off
        akka.jvm-shutdown-hooks = off
        akka.http.server.server-header = ""
        akka.http.server.raw-request-uri-header = on
        akka.http.server.remote-address-attribute = on
        akka.http.server.request-timeout = 90s
        akka.http.server.idle-timeout = 75s
        akka.http.server.parsing.max-content-length = 32m
        akka.http.server.parsing.illegal-header-warnings = off  # they contain the header, such as a token
        akka.http.server.parsing.error-handler = "io.metasched.service.http.UnparsedRequests"
        # the scheduler's messages do not wait for the messages of many readers
        metasched-planner {
          type = Dispatcher
          executor = fork-join-executor
          fork-join-executor { parallelism-min = %1$d, parallelism-factor = 1, parallelism-max = %1$d }
        }
        """
            .formatted(plannerThreads(Runtime.getRuntime().availableProcessors()));
    return ConfigFactory.load(ConfigFactory.parseString(own));
  }

  /**
   * Returns the number of planner threads, which leaves one processor to requests. Booking is a
   * chain of messages, which would alternate between two threads on two processors and delay
   * requests.
   */
  static int plannerThreads(int processors) {
    return Math.max(1, Math.min(MOST_PLANNERS, processors - 1));
  }
}
