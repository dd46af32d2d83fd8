package io.metasched.resource.actor

import scala.jdk.CollectionConverters._

import akka.actor.DeadLetter
import akka.actor.testkit.typed.scaladsl.TestProbe
import akka.actor.typed.ActorRef
import akka.persistence.testkit.{PersistenceTestKitPlugin, PersistenceTestKitSnapshotPlugin}
import com.typesafe.config.{Config, ConfigFactory}
import io.metasched.resource.actor.BatchBooking._
import io.metasched.resource.actor.Domain._
import io.metasched.resource.actor.LocalReports._
import io.metasched.resource.actor.JobBooking._
import io.metasched.resource.actor.OwnerOffers._
import io.metasched.resource.actor.PlanningSessions._
import io.metasched.resource.config.DomainSettings
import io.metasched.resource.fanout.{Change, SlotQuery}
import io.metasched.resource.actor.journal.Journal
import io.metasched.resource.fixture.Draws
import io.metasched.resource.model.WindowRequest.NO_LIMIT
import io.metasched.resource.model.{Criterion, JobId, Node, Span, WindowRequest, Work}
import io.metasched.resource.owner.{CommandId, LocalArrivals, LocalJob, LocalPlan, Refusal}
import io.metasched.resource.pricing.{DiscountOverTime, ListPricing, Pricing}
import org.scalacheck.{Gen, Shrink}
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Agreement of a domain with its twin. Every message is serialized, even within the JVM. */
final class DomainPropertySpec extends OwnersSpec with ScalaCheckPropertyChecks {
  import DomainPropertySpec._

  override protected def config: Config =
    ConfigFactory
      .parseString("akka.actor.serialize-messages = on")
      .withFallback(PersistenceTestKitPlugin.config)
      .withFallback(PersistenceTestKitSnapshotPlugin.config)
      .withFallback(ConfigFactory.load())

  implicit override val generatorDrivenConfig: PropertyCheckConfiguration =
    PropertyCheckConfiguration(minSuccessful = Draws.of(150))

  implicit def asTheyFailed[A]: Shrink[A] = Shrink.shrinkAny

  private val site = List.tabulate(4)(n => new Node(3 * n, 5, 1 + n % 2, 1000L + n, 0, List.empty[String].asJava))
  private val prices = Gen.oneOf[Pricing](new DiscountOverTime(20, 500), new ListPricing)
  private val shortLists = Gen.oneOf(0, 4, 100)

  private val jobs = Gen.choose(0L, 3L).map(JobId.of)
  private val spots: Gen[List[Spot]] = for {
    nodes <- Gen.choose(1, 3).flatMap(Gen.pick(_, site.map(_.id)))
    ahead <- Gen.choose(-1, 25)
    lengths <- Gen.listOfN(nodes.size, Gen.choose(1, 6))
    older <- Gen.listOfN(nodes.size, Gen.oneOf(0, 0, 1))
  } yield nodes.toList.lazyZip(lengths).lazyZip(older).map((node, length, seen) => Spot(node, ahead, length, seen))
  private val someNodes = Gen.choose(1, 3).flatMap(Gen.pick(_, site.map(_.id))).map(_.toList)
  private val twoGroups = Gen.pick(3, site.map(_.id)).map(_.toList.splitAt(2))

  private val deeds: Gen[Deed] = Gen.frequency(
    2 -> Gen.choose(10, 40).map(Open),
    2 -> Gen.const(Ask),
    1 -> Gen.const(Close),
    1 -> Gen.const(WithoutJobs),
    6 -> Gen.zip(jobs, spots, Gen.choose(1, 6)).map((Keep.apply _).tupled),
    5 -> Gen.zip(jobs, Gen.option(twoGroups)).map((Book.apply _).tupled),
    1 -> Gen.zip(jobs, someNodes).map((Free.apply _).tupled),
    3 -> Gen.zip(jobs, spots).map((Move.apply _).tupled),
    3 -> Gen.nonEmptyListOf(Gen.zip(jobs, spots)).map(KeepAll),
    3 -> Gen.zip(Gen.someOf(0L to 3L), Gen.oneOf(true, false)).map { case (some, all) =>
      Settle(some.map(JobId.of).toSet, all)
    },
    1 -> Gen.zip(jobs, someNodes).map((Finish.apply _).tupled),
    1 -> Gen.nonEmptyListOf(Gen.zip(jobs, Gen.oneOf(site.map(_.id)))).map(RunOut),
    2 -> Gen.choose(1, 10).map(Again)
  )

  /** Actions with the number of ticks before each; some arrive late. */
  private val histories = Gen.listOfN(50, Gen.zip(Gen.zip(deeds, Gen.oneOf(0, 0, 0, 1, 2)), Gen.oneOf(0, 0, 0, 0, 1)))

  "A domain" should {

    "answer a burst of commands as the books of its nodes do for one command after the other" in {
      var done = 0
      var refused = 0
      forAll(histories, Gen.choose(1, 3), prices, shortLists) { (drawn, issuers, pricing, shortList) =>
        // an owner whose offer is cached does not get the tick, so its time is earlier than the
        // books' time
        val history = if (pricing.isSteady) drawn.map { case (deed, _) => deed -> 0 }
        else drawn
        val probe = testKit.createTestProbe[Reply]()
        val expected = run(history, issuers, pricing, shortList, probe)

        val answers = burst(probe, pricing, shortList) { domain =>
          expected.foreach { case (command, _) => domain ! command }
        }

        for ((_, Some(reply)) <- expected) answers(reply.id).distinct shouldBe List(reply)
        answers.keySet shouldBe expected.flatMap(_._2).map(_.id).toSet
        done += answers.values.count(_.exists(_.isInstanceOf[Done]))
        refused += answers.values.count(_.exists(_.isInstanceOf[Refused]))
      }
      done should be > Draws.of(1000).value
      refused should be > Draws.of(500).value
    }

    "answer every command, even if an owner stops" in {
      var refused = 0
      forAll(histories, Gen.oneOf(site.map(_.id)), Gen.choose(0, 50)) { (history, node, before) =>
        val probe = testKit.createTestProbe[Reply]()
        val expected = run(history, 2, new ListPricing, 0, probe)

        val answers = burst(probe, new ListPricing, 0) { domain =>
          val (first, others) = expected.map(_._1).splitAt(before)
          first.foreach(domain ! _)
          stop(domain, node)
          others.foreach(domain ! _)
        }

        val times = expected.flatMap(_._2).groupMapReduce(_.id)(_ => 1)(_ + _)
        answers.keySet shouldBe times.keySet
        for ((id, replies) <- answers) {
          replies.size should be <= times(id)
          replies.distinct should have size 1
        }
        refused += answers.values.flatten.count { case r: Refused => r.reason == Refusal.OWNER_LOST; case _ => false }
      }
      refused should be > Draws.of(500).value
    }
  }

  "A domain with a journal" should {

    "reply as if it had never terminated" in {
      terminates = true
      var done = 0
      var incarnations = 0
      forAll(histories, Gen.choose(1, 3), shortLists, Gen.listOfN(3, Gen.choose(1, 20))) {
        (drawn, issuers, shortList, deaths) =>
          // the result of a search depends on earlier results, which are discarded
          val history = drawn.collect { case ((deed, passed), _) if deed != Ask => (deed, passed) -> 0 }
          val probe = testKit.createTestProbe[Reply]()
          val expected = run(history, issuers, new ListPricing, shortList, probe)
          val journal = Journal.persistent(s"domain-$incarnations", 7)

          var answers = Map.empty[CommandId, Reply]
          def take(reply: Reply): Unit = {
            answers.get(reply.id).foreach(_ shouldBe reply)
            answers += reply.id -> reply
          }
          def unanswered = expected.filter(_._2.forall(reply => !answers.contains(reply.id)))
          for (after <- deaths) {
            val domain = born(new ListPricing, shortList, journal)
            incarnations += 1
            val wanted = unanswered.flatMap(_._2).map(_.id).distinct.size.min(after)
            unanswered.foreach { case (command, _) => domain ! command }
            Iterator.continually(probe.receiveMessage()).take(wanted).foreach(take)
            testKit.stop(domain)
          }
          val last = born(new ListPricing, shortList, journal)
          incarnations += 1
          unanswered.foreach { case (command, _) => last ! command }
          val end = new CommandId(1000, 0)
          last ! report(end, probe)
          Iterator.continually(probe.receiveMessage()).takeWhile(_.id != end).foreach(take)

          for ((_, Some(reply)) <- expected) answers(reply.id) shouldBe reply
          done += answers.values.count(_.isInstanceOf[Done])
          testKit.stop(last)
          probe.stop()
      }
      done should be > Draws.of(1000).value
    }
  }

  /** Messages in transit to a terminating domain are dropped. */
  @volatile private var terminates = false

  override protected def mayBeLost(addressed: DeadLetter): Boolean = terminates || wasForLostOwner(addressed)

  /** Runs the commands of a history and compares the answers with those of the books. */
  private def run(
      history: List[((Deed, Int), Int)],
      issuers: Int,
      pricing: Pricing,
      shortList: Int,
      probe: TestProbe[Reply]
  ) = {
    val twin = new DomainTwin(5, site, pricing, Load, Load.jobs, shortList)
    val commands = new Commands(twin, probe.ref, issuers)
    (((Open(30), 0), 0) :: history)
      .flatMap { case ((deed, passed), late) => commands.of(deed, passed, late) }
      .map(command => command -> twin.answer(command))
  }

  /** Sends all commands at once; the last command, a report, is answered last. */
  private def burst(probe: TestProbe[Reply], pricing: Pricing, shortList: Int)(
      send: ActorRef[Command] => Unit
  ): Map[CommandId, List[Reply]] = {
    val domain = born(pricing, shortList, Journal.NONE)
    send(domain)
    val last = new CommandId(1000, 0)
    domain ! report(last, probe)
    val answers = Iterator.continually(probe.receiveMessage()).takeWhile(_.id != last).toList
    testKit.stop(domain)
    probe.stop()
    answers.groupBy(_.id)
  }

  private def report(id: CommandId, probe: TestProbe[Reply]) =
    new Report(id, site.map(node => Int.box(node.id)).asJava, 1000, true, probe.ref)

  private def born(pricing: Pricing, shortList: Int, journal: Journal) = {
    val ample = new DomainSettings(1000, 1000, 1000, 4, 1000, 0.5, shortList)
    testKit.spawn(Domain.create(5, site.asJava, pricing, Load, ample, journal))
  }

  /** Converts actions, which are relative to the current state, to commands. */
  private final class Commands(twin: DomainTwin, replyTo: ActorRef[Reply], issuers: Int) {
    private var count = 0L
    private var now = 5L
    private var sent = Vector.empty[Command]
    private var held = Map.empty[JobId, List[Int]]
    private var sessions = List.empty[CommandId]

    def of(deed: Deed, passed: Int, late: Int): Option[Command] = {
      now += passed
      val command = make(deed, now - late)
      sent ++= command.filterNot(_.isInstanceOf[Search])
      command
    }

    private def nextId(): CommandId = {
      count += 1
      new CommandId((count % issuers).toInt, count)
    }

    private def make(deed: Deed, tick: Long): Option[Command] = deed match {
      case Open(length) =>
        val id = nextId()
        sessions = id :: sessions
        Some(new OpenSession(id, new Span(tick, now + length), tick, replyTo))
      case Ask   => sessions.headOption.map(new Search(nextId(), _, question, replyTo))
      case Close => sessions.headOption.map(new CloseSession(_))
      case WithoutJobs =>
        Some(new OfferWithoutJobs(nextId(), new Span(tick, tick + 50), tick, replyTo))
      case Keep(job, spots, ttl) =>
        held += job -> spots.map(_.node)
        Some(new Hold(nextId(), job, parts(spots), tick, tick + ttl, replyTo))
      case Book(job, Some((on, dropped))) =>
        Some(new Commit(nextId(), job, boxed(on), boxed(dropped), tick, replyTo))
      case Book(job, None) =>
        held.get(job).map(on => new Commit(nextId(), job, boxed(on), boxed(Nil), tick, replyTo))
      case Free(job, on) => Some(new Release(nextId(), job, boxed(on), tick, replyTo))
      case Move(job, spots) =>
        val dropped = held.getOrElse(job, Nil).diff(spots.map(_.node))
        held += job -> spots.map(_.node)
        Some(new Rebook(nextId(), job, parts(spots), boxed(dropped), tick, replyTo))
      case KeepAll(windows) =>
        val distinct = windows.distinctBy(_._1)
        held ++= distinct.map { case (job, spots) => job -> spots.map(_.node) }
        val wanted = distinct.map { case (job, spots) => new WindowParts(job, parts(spots)) }
        Some(new HoldWindows(nextId(), wanted.asJava, tick, tick + 2, replyTo))
      case Settle(released, others) =>
        val (free, keep) = held.toList.partition { case (job, _) => released(job) }
        val kept = if (others) keep else Nil
        Option.when(free.nonEmpty || kept.nonEmpty)(
          new SettleWindows(nextId(), windowNodes(kept), windowNodes(free), tick, replyTo)
        )
      case Finish(job, on) => Some(new End(nextId(), job, boxed(on), tick, replyTo))
      case RunOut(parts) =>
        val ended = parts.zipWithIndex.map { case ((job, node), i) => new EndedPart(job, node, tick + i % 2) }
        Some(new EndParts(nextId(), ended.asJava, replyTo))
      case Again(back) => sent.lift(sent.size - back)
    }

    private def parts(spots: List[Spot]): java.util.List[HeldPart] =
      spots.map { spot =>
        val span = Span.of((now + spot.ahead).max(0), spot.length.toLong)
        new HeldPart(spot.node, span, twin.version(spot.node) - spot.older)
      }.asJava

    private def windowNodes(windows: List[(JobId, List[Int])]) =
      windows.map { case (job, nodes) => new WindowNodes(job, boxed(nodes)) }.asJava

    private def question: SlotQuery = {
      val request = WindowRequest.of(2, Work.volume(6), 1, NO_LIMIT)
      new SlotQuery(request, Criterion.COST, 1, count % 2 == 0, List.empty[Change].asJava)
    }
  }

  private object Load extends LocalPlan {

    /** Returns local jobs: some arrive before a burst, some during it, and some find no vacant time for a long time.
      */
    def jobs(node: Int): List[LocalJob] =
      List.tabulate(30)(i => new LocalJob(i.toLong, node % 3 + 2L * i, if (i % 7 == 3) 19 else 1L + i % 3))

    override def arrivals(node: Int): LocalArrivals =
      new Arrivals(jobs(node).map(job => Arrival(job.arrivalTick, job.lengthTicks)))

    override def blockTicks: Long = 20
    override def load(node: Int, block: Span): java.util.List[Span] =
      List(Span.of(block.start + node, 3), Span.of(block.start + node + 4, 1)).asJava
  }
}

object DomainPropertySpec {
  private final case class Spot(node: Int, ahead: Int, length: Int, older: Int)

  private sealed trait Deed
  private final case class Open(length: Int) extends Deed
  private case object Ask extends Deed
  private case object Close extends Deed
  private case object WithoutJobs extends Deed
  private final case class Keep(job: JobId, spots: List[Spot], ttl: Int) extends Deed
  private final case class Book(job: JobId, groups: Option[(List[Int], List[Int])]) extends Deed
  private final case class Free(job: JobId, nodes: List[Int]) extends Deed
  private final case class Move(job: JobId, spots: List[Spot]) extends Deed
  private final case class KeepAll(windows: List[(JobId, List[Spot])]) extends Deed
  private final case class Settle(released: Set[JobId], others: Boolean) extends Deed
  private final case class Finish(job: JobId, nodes: List[Int]) extends Deed
  private final case class RunOut(parts: List[(JobId, Int)]) extends Deed
  private final case class Again(back: Int) extends Deed
}
