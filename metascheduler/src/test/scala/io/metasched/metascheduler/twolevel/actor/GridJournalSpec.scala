package io.metasched.metascheduler.twolevel.actor

import java.time.Duration
import scala.collection.mutable
import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._
import scala.util.Random

import akka.actor.DeadLetter
import akka.actor.testkit.typed.scaladsl.TestProbe
import akka.actor.typed.ActorRef
import akka.actor.typed.scaladsl.Behaviors
import akka.actor.typed.scaladsl.adapter._
import akka.persistence.testkit.{PersistenceTestKitPlugin, PersistenceTestKitSnapshotPlugin}
import akka.persistence.testkit.scaladsl.{PersistenceTestKit, SnapshotTestKit}
import akka.serialization.{SerializationExtension, SerializerWithStringManifest}
import com.typesafe.config.{Config, ConfigFactory}
import io.metasched.metascheduler.config.MetaschedulerSettings
import io.metasched.metascheduler.twolevel._
import io.metasched.resource.profile.CapacitySlots
import io.metasched.resource.provider.actor.Provider
import io.metasched.resource.actor.journal.Journal
import io.metasched.resource.fixture.{ActorSpec, Draws}
import io.metasched.resource.owner.CommandId
import io.metasched.resource.provider.{BatchJob, LocalSchedulers, ProviderBook, ReservationRequest}

/** Recovery of providers and a grid scheduler that terminate during their work, from their journals.
  */
final class GridJournalSpec extends ActorSpec {
  import GridJournalSpec._

  override protected def config: Config = PersistenceTestKitPlugin.config
    .withFallback(PersistenceTestKitSnapshotPlugin.config)
    .withFallback(ConfigFactory.load())

  /** Allows lost messages: messages in transit to a terminating actor are dropped. */
  override protected def mayBeLost(addressed: DeadLetter): Boolean = true

  private val bounds = new MetaschedulerSettings(100, 1000, 4, Duration.ofSeconds(60), Duration.ofMillis(50))
  private var runs = 0

  /** Actor that is started again with its journal; other actors send messages to it through its gate.
    */
  private final class Restarted[C](start: () => ActorRef[C]) {
    private var current = start()
    val door: ActorRef[C] = testKit
      .spawn(Behaviors.receiveMessage[Any] {
        case Restart(done) =>
          testKit.stop(current)
          current = start()
          done ! Done
          Behaviors.same
        case command =>
          current ! command.asInstanceOf[C]
          Behaviors.same
      })
      .narrow[C]

    def restart(): Unit = {
      val probe = testKit.createTestProbe[Done.type]()
      door.unsafeUpcast[Any] ! Restart(probe.ref)
      probe.expectMessage(Done)
      ()
    }
  }

  /** Run of the jobs of a seed; at the given commands one actor restarts, before or after the answer.
    */
  private final class Run(local: String, placement: String, seed: Int, restarts: Set[Int], every: Int) {
    runs += 1
    private val run = runs
    private val drawn = new Random(seed)
    private val which = new Random(seed + 1000)
    private val settings = GridSettings.DEFAULTS.withPeriodTicks(if (seed % 2 == 0) 0 else 2)
    private val providers = Vector.tabulate(2) { number =>
      val book = () => new ProviderBook(4, LocalSchedulers.named(local).get, CapacitySlots.VARIABLE)
      new Restarted[Provider.Command](() =>
        testKit.spawn(Provider.create(number, () => book(), 1000, Journal.persistent(s"provider-$run-$number", every)))
      )
    }
    private def choice = new GridChoice(
      2,
      GridPolicies.batch(if (seed % 3 == 0) "round-robin" else "random", new java.util.SplittableRandom(1)).get,
      GridPolicies.reservations(placement, new java.util.SplittableRandom(2)).get,
      settings
    )
    private val grid = new Restarted[GridScheduler.Command](() =>
      testKit.spawn(
        GridScheduler
          .create(
            providers.map(_.door).asJava,
            () => choice,
            settings,
            bounds,
            true,
            Journal.persistent(s"grid-$run", every)
          )
      )
    )
    private val fromGrid = testKit.createTestProbe[GridScheduler.Reply]()
    private val fromProviders = testKit.createTestProbe[Provider.Reply]()
    private val replies = mutable.ListBuffer.empty[Any]
    private val ends = mutable.TreeMap.empty[Int, (Int, Long)] // by job: provider, planned end
    private var number = 0

    private def restartOne(): Unit = which.nextInt(3) match {
      case 2     => grid.restart()
      case which => providers(which).restart()
    }

    private def ask[C, R](door: ActorRef[C], probe: TestProbe[R], idOf: R => CommandId)(
        command: (CommandId, ActorRef[R]) => C
    ): R = {
      val at = replies.size
      val id = new CommandId(7, at.toLong)
      door ! command(id, probe.ref)
      if (restarts(at) && which.nextBoolean()) restartOne()
      door ! command(id, probe.ref) // repeated, because the message may be dropped
      def answer = Iterator.continually(probe.receiveMessage()).dropWhile(idOf(_) != id).next()
      val reply = answer
      if (restarts(at)) restartOne()
      replies += reply
      reply
    }

    private def asksGrid(command: (CommandId, ActorRef[GridScheduler.Reply]) => GridScheduler.Command) =
      ask[GridScheduler.Command, GridScheduler.Reply](grid.door, fromGrid, _.id)(command)

    private def asksProvider(which: Int)(command: (CommandId, ActorRef[Provider.Reply]) => Provider.Command) =
      ask[Provider.Command, Provider.Reply](providers(which).door, fromProviders, _.id)(command)

    private def tasks(now: Long): List[GridTask] = List.fill(drawn.nextInt(3)) {
      number += 1
      val (processors, length) = (1 + drawn.nextInt(4), 1L + drawn.nextInt(6))
      if (drawn.nextInt(3) == 0) {
        val ready = now + drawn.nextInt(6)
        new GridTask.Advance(
          new ReservationRequest(number, ready, ready + length + drawn.nextInt(2), processors, length)
        )
      } else new GridTask.Batch(new BatchJob(number, now, processors, length))
    }

    def end(): List[Any] = {
      var due = Option.empty[Long]
      for (now <- 0L until 25L) {
        val ended = ends.filter(_._2._2 == now).toList
        for (which <- 0 to 1) {
          val here = ended.collect { case (job, (`which`, _)) => Int.box(job) }
          val reply = asksProvider(which)(new Provider.End(_, here.asJava, now, _))
          reply.asInstanceOf[Provider.Ended].stopped.forEach(job => ends -= job)
        }
        ends --= ended.map(_._1)
        asksGrid(new GridScheduler.MoveForward(_, now, _)) shouldBe a[GridScheduler.Dispatched]
        val joining = tasks(now).asJava
        val queued = asksGrid(new GridScheduler.Submit(_, joining, now, _))
        due = longs(queued.asInstanceOf[GridScheduler.Queued].nextDispatch)
        if (due.contains(now)) asksGrid(new GridScheduler.Dispatch(_, now, _)) shouldBe a[GridScheduler.Dispatched]
        for (which <- 0 to 1) {
          val reply = asksProvider(which)(new Provider.Start(_, true, now, _))
          for (job <- reply.asInstanceOf[Provider.Started].jobs.asScala)
            ends(job) = (which, now + 1 + new Random(job.toLong).nextInt(6))
        }
      }
      for (which <- 0 to 1) asksProvider(which)(new Provider.QueryStatus(_, 25, _))
      replies.toList
    }

    private def longs(tick: java.util.OptionalLong): Option[Long] = tick.toScala
  }

  private val seeds = if (Draws.isFull) List(1, 2) else List(1)
  private val snapshotEvery = if (Draws.isFull) List(1, 3, 1000) else List(3)

  "Providers and a grid scheduler with journals" should {

    for (local <- LocalSchedulers.names.asScala; placement <- List("mct", "ar-gather"))
      s"have the same results wherever they terminate: $local, $placement" in {
        for (seed <- seeds) {
          val undisturbed = new Run(local, placement, seed, Set.empty, 1000).end()
          val chosen = new Random(seed.toLong)
          for (every <- snapshotEvery) {
            val restarts = Set.fill(40)(chosen.nextInt(undisturbed.size))
            withClue(s"seed $seed, snapshot every $every: ")(
              new Run(local, placement, seed, restarts, every).end() shouldBe undisturbed
            )
          }
        }
      }

    "have stored forms with versions that CBOR serialization does not change" in {
      new Run("easy", "ar-gather", 1, Set.empty, 3).end()
      val (events, snapshots) = (PersistenceTestKit(testKit.system), SnapshotTestKit(testKit.system))
      val ids = List(s"grid-$runs", s"provider-$runs-0", s"provider-$runs-1")
      val stored = ids.flatMap(id => events.persistedInStorage(id) ++ snapshots.persistedInStorage(id).map(_._2))
      val serialization = SerializationExtension(testKit.system.toClassic)

      stored.map(_.getClass.getSimpleName).toSet shouldBe Set(
        "TasksQueued",
        "TasksDispatched",
        "QuestionAnswered",
        "JobQueued",
        "ProcessorsReserved",
        "ReservationWithdrawn",
        "JobsStarted",
        "JobsEnded",
        "Snapshot"
      )
      for (each <- stored.map(_.asInstanceOf[AnyRef])) {
        val serializer = serialization.findSerializerFor(each).asInstanceOf[SerializerWithStringManifest]
        serializer.manifest(each) should endWith("#1")
        testKit.serializationTestKit.verifySerialization(each)
      }
    }
  }
}

object GridJournalSpec {
  private case object Done
  private final case class Restart(done: ActorRef[Done.type])
}
