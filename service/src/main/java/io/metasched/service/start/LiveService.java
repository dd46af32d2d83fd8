package io.metasched.service.start;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.Behaviors;
import akka.http.javadsl.ServerBinding;
import io.metasched.metascheduler.deployment.config.PortFailure;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.service.actor.CyclePlanner;
import io.metasched.service.actor.HoldCoordinator;
import io.metasched.service.actor.HoldInspector;
import io.metasched.service.actor.MailCommand;
import io.metasched.service.actor.MarketClerk;
import io.metasched.service.actor.NotificationDeliverer;
import io.metasched.service.actor.PlannerListener;
import io.metasched.service.actor.PlannerSetup;
import io.metasched.service.actor.RunCoordinator;
import io.metasched.service.actor.SiteReports;
import io.metasched.service.actor.WebhookClient;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.config.NotificationSettings;
import io.metasched.service.config.ServiceSettings;
import io.metasched.service.config.SettingsException;
import io.metasched.service.http.ApiContext;
import io.metasched.service.http.ApiServer;
import io.metasched.service.http.ApiWork;
import io.metasched.service.http.ReadGate;
import io.metasched.service.identity.IdentityRules;
import io.metasched.service.identity.remote.Identities;
import io.metasched.service.metrics.CycleHealth;
import io.metasched.service.metrics.PresentMetrics;
import io.metasched.service.metrics.ServiceMetrics;
import io.metasched.service.notice.NoticeBoard;
import io.metasched.service.notice.Outbox;
import io.metasched.service.plan.CoallocatedStart;
import io.metasched.service.plan.Fleet;
import io.metasched.service.plan.JobCommands;
import io.metasched.service.plan.MarketCommands;
import io.metasched.service.run.RunExecutor;
import io.metasched.service.store.BookKeeper;
import io.metasched.service.store.WriterLease;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Service in this JVM: book, scheduler, runs and API. */
public final class LiveService implements AutoCloseable {
  private static final Duration LONGEST_END = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(LiveService.class);

  private static final Duration LONGEST_DELIVERY = Duration.ofSeconds(30);

  private static final Duration LONGEST_BETWEEN = Duration.ofHours(1);

  private final BookKeeper keeper;
  private final RunExecutor executor;
  private final ActorSystem<Void> system;
  private final ApiServer server;
  private final ServerBinding binding;
  private final ServiceMetrics metrics;
  private final String place;
  private final Optional<WriterLease> lease;

  private LiveService(
      BookKeeper keeper,
      RunExecutor executor,
      ActorSystem<Void> system,
      ApiServer server,
      ServerBinding binding,
      ServiceMetrics metrics,
      String place,
      Optional<WriterLease> lease) {
    this.lease = lease;
    this.place = place;
    this.metrics = metrics;
    this.keeper = keeper;
    this.executor = executor;
    this.system = system;
    this.server = server;
    this.binding = binding;
  }

  /** Creates the folders of the data and of the event store. */
  static void createFolders(ServiceSettings settings) {
    try {
      Files.createDirectories(settings.data());
      Files.createDirectories(
          settings.data().resolve(ServiceSettings.BOOK),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (IOException e) {
      throw new SettingsException(
          "data: the folder %s cannot be created: %s"
              .formatted(settings.data(), PrintableText.reason(e)));
    }
  }

  static BookKeeper.Settings book(ServiceSettings settings) {
    return new BookKeeper.Settings(
        settings.databaseUrl(),
        settings.databaseUser(),
        settings.databasePassword(),
        settings.snapshotEvery(),
        settings.keep(),
        settings.durability());
  }

  /** Starts a service with the default timing of the lease. */
  public static LiveService start(
      ServiceSettings settings,
      Clock clock,
      String version,
      BiFunction<ServiceSettings, Clock, RunExecutor> executors) {
    return start(settings, clock, version, WriterLease.Timing.USUAL, executors);
  }

  /**
   * Starts a service.
   *
   * @param timing timing of the lease, if the book is shared
   * @param executors factory of the executor of the jobs
   * @throws SettingsException if a setting is invalid
   * @throws IllegalStateException if the book cannot be opened, or the port is in use
   */
  public static LiveService start(
      ServiceSettings settings,
      Clock clock,
      String version,
      WriterLease.Timing timing,
      BiFunction<ServiceSettings, Clock, RunExecutor> executors) {
    requireLoopback(settings);
    var tls = settings.tls().map(ServerKey::context);
    var fleet = new Fleet(settings.nodes());
    createFolders(settings);
    var board = new NoticeBoard();
    var metrics = new ServiceMetrics();
    metrics.follow(board);
    var book = book(settings);
    var lease = book.isShared() ? Optional.of(lease(book, timing)) : Optional.<WriterLease>empty();
    var keeper = BookKeeper.open(book, clock, metrics, lease);
    metrics.follow(keeper);
    keeper.retain(board::undelivered);
    FirstStart.foundOnce(keeper, settings, clock);
    BookDifferences.of(keeper.state(), settings).forEach(line -> LOG.warn("Settings: {}", line));
    var outbox = outbox(keeper, settings.notifications());
    var reads = new ReadGate();
    var health = new CycleHealth(clock, settings.cycle().period());
    metrics.follow(keeper, health, settings.data());
    var watcher = PlannerListener.both(metrics, PlannerListener.both(reads, health));
    var executor = executors.apply(settings, clock);
    if (settings.agents().listen().isEmpty()) {
      SiteReports.clear(keeper);
    }
    SiteReports.record(keeper, fleet, executor);
    var runs = new CoallocatedStart.Times(settings.prepareLead(), settings.tolerance());
    Behavior<Void> guardian =
        Behaviors.setup(
            context -> {
              var lead = settings.prepareLead();
              context.spawn(
                  CyclePlanner.create(
                      new PlannerSetup(keeper, fleet, settings.cycle(), lead, clock, watcher)),
                  "planner",
                  DispatcherSelector.fromConfig(ServiceSettings.PLANNER_DISPATCHER));
              context.spawn(MarketClerk.create(keeper, fleet, executor, clock), "market");
              context.spawn(RunCoordinator.create(keeper, executor, runs, clock), "runs");
              var sites = executor.siteBooking();
              context.spawn(HoldCoordinator.create(keeper, sites, clock), "holds");
              context.spawn(HoldInspector.create(keeper, sites, clock), "hold-checks");
              var own = settings.notifications();
              var out = context.getSystem();
              context.spawn(
                  NotificationDeliverer.create(
                      new NotificationDeliverer.Setup(
                          keeper,
                          outbox,
                          board,
                          new WebhookClient(out, own.hosts(), LONGEST_DELIVERY),
                          new MailCommand(own.mailCommand(), LONGEST_DELIVERY, blocking(out)),
                          metrics,
                          clock)),
                  "notifications");
              return Behaviors.empty();
            });
    var system = ActorSystem.create(guardian, "metasched-service", ServiceSettings.system());
    forgetNowAndThen(keeper, settings, system);
    var market = new MarketCommands(fleet, settings.cycle(), settings.market(), settings.quotas());
    var commands = new JobCommands(fleet, settings.cycle(), market);
    var present = new PresentMetrics(metrics, fleet, settings.cycle().horizon());
    var context =
        new ApiContext(
            keeper,
            fleet,
            commands,
            settings.cycle(),
            settings.highestPriority(),
            executor,
            clock,
            system,
            version,
            metrics,
            present,
            reads,
            health,
            settings.notifications(),
            board,
            ApiWork.on(
                Runtime.getRuntime().availableProcessors(),
                settings.connections().streamsOfPrincipal()));
    var trusted = settings.access().identities();
    try {
      var server =
          new ApiServer(
              context,
              settings.requestsPerSecond(),
              settings.connections(),
              settings.access(),
              new Identities(trusted.issuers(), new IdentityRules(trusted.rules()), clock));
      var binding =
          PortTaking.take(
              executor,
              settings.port(),
              () ->
                  server.bind(settings.host(), settings.port(), tls).toCompletableFuture().join());
      return new LiveService(
          keeper, executor, system, server, binding, metrics, place(settings), lease);
    } catch (CompletionException e) {
      system.terminate();
      executor.close();
      keeper.close();
      lease.ifPresent(WriterLease::close);
      metrics.close();
      throw new SettingsException(
          "%s:%d: cannot listen at this address (--port, metasched.service.host): %s"
              .formatted(
                  settings.host(),
                  settings.port(),
                  PortFailure.reason(e, settings.host(), settings.port())));
    }
  }

  /** Returns the notices that have to be delivered, and stores where they begin. */
  private static Outbox outbox(BookKeeper keeper, NotificationSettings settings) {
    var state = keeper.state();
    var stored = keeper.cursors().open(state.seq());
    return new Outbox(
        stored.passed(),
        stored.receivers(),
        state,
        settings.giveUpAfter(),
        settings.mailsPerHour());
  }

  private static Executor blocking(ActorSystem<?> system) {
    return system.dispatchers().lookup(DispatcherSelector.blocking());
  }

  private static void forgetNowAndThen(
      BookKeeper keeper, ServiceSettings settings, ActorSystem<?> system) {
    Runnable forget =
        () -> {
          var before = keeper.keepFrom();
          keeper.decide(
              "keep",
              "",
              state ->
                  state.hasOver(before)
                      ? BookDecision.of(new BookEvent.Forgotten(before), true)
                      : BookDecision.none(false));
        };
    long often = Math.min(settings.keep().toMillis() / 4, LONGEST_BETWEEN.toMillis());
    var pause = Duration.ofMillis(Math.max(200, often));
    var unused =
        system.scheduler().scheduleWithFixedDelay(pause, pause, forget, system.executionContext());
  }

  /** Waits until no other service uses the book. */
  private static WriterLease lease(BookKeeper.Settings book, WriterLease.Timing timing) {
    try {
      return WriterLease.acquire(book, timing);
    } catch (SQLException e) {
      throw new IllegalStateException("the event store cannot be opened: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while another service has the event store", e);
    }
  }

  /**
   * Returns a stage that completes when another service has taken over, after which this service
   * processes nothing. The stage completes on a separate thread, which must not wait for {@link
   * #close}.
   */
  public CompletionStage<Void> overtaken() {
    return lease.map(WriterLease::lost).orElseGet(CompletableFuture::new);
  }

  private static void requireLoopback(ServiceSettings settings) {
    try {
      if (!settings.allowUnencrypted()
          && settings.tls().isEmpty()
          && !InetAddress.getByName(settings.host()).isLoopbackAddress()) {
        throw new SettingsException(
            "metasched.service.host: allowed is a loopback address, unless tls has a key or"
                + " allow-unencrypted is true, given was '%s'".formatted(settings.host()));
      }
    } catch (UnknownHostException e) {
      throw new SettingsException(
          "metasched.service.host: there is no host '%s'".formatted(settings.host()));
    }
  }

  /** Returns the methods and paths of the API, such as {@code GET /v1/jobs}. */
  public List<String> paths() {
    return server.paths();
  }

  /** Returns the URL without the port. */
  private static String place(ServiceSettings settings) {
    var scheme = settings.tls().isPresent() ? "https" : "http";
    var host = settings.host();
    return "%s://%s".formatted(scheme, host.indexOf(':') >= 0 ? "[" + host + "]" : host);
  }

  public String url() {
    return place + ":" + binding.localAddress().getPort();
  }

  /** Stops the service; started runs continue and are resumed by the next start. */
  @Override
  public void close() {
    try {
      binding
          .terminate(Duration.ofSeconds(2))
          .toCompletableFuture()
          .get(LONGEST_END.toSeconds(), TimeUnit.SECONDS);
      system.terminate();
      system
          .getWhenTerminated()
          .toCompletableFuture()
          .get(LONGEST_END.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      system.log().warn("The service ends despite this error: {}", e.toString());
    }
    executor.close();
    keeper.close();
    lease.ifPresent(WriterLease::close);
    metrics.close();
  }
}
