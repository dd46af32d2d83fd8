package io.metasched.metascheduler.cyclic.actor

import java.util.function.Supplier
import scala.jdk.CollectionConverters._

import akka.actor.DeadLetter
import akka.actor.testkit.typed.scaladsl.TestProbe
import akka.actor.typed.ActorRef
import akka.actor.typed.scaladsl.Behaviors
import akka.persistence.testkit.{PersistenceTestKitPlugin, PersistenceTestKitSnapshotPlugin}
import com.typesafe.config.Config
import io.metasched.metascheduler.cyclic.actor.Metascheduler._
import io.metasched.metascheduler.cycle.ReplanSnapshot
import io.metasched.metascheduler.cyclic.scheduling.{VoScheduler, VoRules}
import io.metasched.metascheduler.cyclic.flow.FlowEvent
import io.metasched.resource.actor.{BatchBooking, Domain, LocalReports}
import io.metasched.resource.actor.journal.Journal
import io.metasched.resource.model.JobId
import io.metasched.resource.owner.{CommandId, NodeReport}
import io.metasched.resource.pricing.ListPricing

/** Recovery of a metascheduler that terminates during its work, from its journal. */
final class MetaschedulerJournalSpec extends OrganizationSpec {
  import MetaschedulerJournalSpec._

  override protected def config: Config = PersistenceTestKitPlugin.config
    .withFallback(PersistenceTestKitSnapshotPlugin.config)
    .withFallback(super.config)

  /** Allows lost messages: messages in transit to a terminating actor are dropped. */
  override protected def mayBeLost(addressed: DeadLetter): Boolean = true

  private val rows = List("n0 domain=0 ######", "n1 domain=1 ######", "n2 domain=1 ######")
  private def early = window("n0 ##....", "n1 ##....")
  private def alone = window("n2 ..##..")
  private def late = window("n1 ...##.")
  private def moved = window("n1 ..##..")

  private type Said = (CommandId, ActorRef[Reply], ActorRef[UserReply]) => Command

  private val story: List[Said] = List(
    (id, _, user) => submit(1)(id, user),
    (id, clock, _) => advance(submitted(aJob(2)), submitted(aJob(3)))(id, clock),
    (id, clock, _) => begin(0)(id, clock),
    (id, _, user) => submit(4)(id, user),
    (id, clock, _) => new BookPlan(id, 0, clock),
    (id, _, user) => withdraw(1)(id, user),
    (id, clock, _) => new MoveJobs(id, FlowEvent.NO_CYCLE, 0, clock),
    (id, clock, _) => new BeginCycle(id, 1, 1000, clock),
    (id, _, user) => withdraw(4, 1000)(id, user),
    (id, clock, _) => new BookPlan(id, 1000, clock),
    (id, clock, _) => advance(new JobChange.Started(JobId.of(2), 2000))(id, clock),
    (id, clock, _) =>
      advance(new JobChange.Ended(JobId.of(2), false, List(new FlowEvent.Refund(2, 5)).asJava, 4000))(id, clock),
    (id, clock, _) => new Close(id, 10000, clock)
  )

  private var stories = 0

  /** Runs the scenario; the metascheduler terminates when the given commands are sent or answered.
    */
  private final class Incarnations(stopsOnceSent: Set[Int], stopsOnceAnswered: Set[Int], snapshotEvery: Int = 3) {
    private val domains = sites(rows: _*)
    stories += 1
    private val journal = Journal.persistent(s"metascheduler-$stories", snapshotEvery)
    private val policy = new StubPolicy(
      places(1L -> early, 2L -> alone, 3L -> late),
      snapshot =>
        snapshot.promised.asScala.toList.collect {
          case promised if promised.job.id.number == 3 =>
            new ReplanSnapshot.Move(promised.job, promised.window, moved)
        }
    )
    private val scheduler: Supplier[VoScheduler] = () =>
      new VoScheduler(
        new VoRules(1000, 10000, 0, 10, 9, false),
        domains.nodes,
        new ListPricing,
        "stub",
        policy,
        _ => 1L
      )
    @volatile private var current: ActorRef[Command] = born()
    private val door = testKit.spawn(Behaviors.receiveMessage[Command] { command =>
      current ! command
      Behaviors.same
    })
    private val clock = testKit.createTestProbe[Reply]()
    private val user = testKit.createTestProbe[UserReply]()
    private val living = testKit.spawn(VoUser.create(0, 100000, door))

    private def born(): ActorRef[Command] =
      testKit.spawn(Metascheduler.create(0, scheduler, domains, settings, journal))

    private def restart(): Unit = {
      testKit.stop(current)
      current = born()
    }

    private def answer[R](probe: TestProbe[R], idOf: R => CommandId, id: CommandId): R =
      Iterator.continually(probe.receiveMessage()).dropWhile(idOf(_) != id).next()

    def end(): End = {
      current ! new Join(new CommandId(50, 0), 0, living, user.ref)
      answer[UserReply](user, _.id, new CommandId(50, 0)) shouldBe a[Joined]
      val answers = story.zipWithIndex.map { case (said, at) =>
        val id = new CommandId(50, at + 1L)
        val command = said(id, clock.ref, user.ref)
        current ! command
        if (stopsOnceSent(at)) {
          restart()
          current ! command
        }
        val reply = command match {
          case _: UserCommand => answer[UserReply](user, _.id, id)
          case _              => answer[Reply](clock, _.id, id)
        }
        if (stopsOnceAnswered(at) && at < story.size - 1) restart()
        reply
      }
      val reports = domains.refs.asScala.toList.map { case (number, site) =>
        val nodes = domains.nodes.asScala.filter(_.domain == number).map(node => Int.box(node.id))
        val reported = testKit.createTestProbe[Domain.Reply]()
        site ! new LocalReports.Report(new CommandId(1000, 0), nodes.asJava, 4000, true, reported.ref)
        reported.expectMessageType[LocalReports.Reported].nodes.asScala.toList
      }
      val vacantSlots = domains.refs.asScala.toList.map { case (_, site) => vacant(site, 4000) }
      testKit.stop(current)
      End(answers.last.asInstanceOf[Closed], answers ++ vacantSlots, reports)
    }
  }

  "A metascheduler with a journal" should {

    "perform all steps of the scenario" in {
      val end = new Incarnations(Set.empty, Set.empty).end()
      kinds(end.closed) should contain allOf (
        classOf[FlowEvent.Booked],
        classOf[FlowEvent.Moved],
        classOf[FlowEvent.Withdrawn],
        classOf[FlowEvent.Finished]
      )
    }

    "have the same result wherever it terminates" in {
      val undisturbed = new Incarnations(Set.empty, Set.empty).end()
      for (at <- story.indices) {
        withClue(s"terminates once command $at is sent: ")(
          new Incarnations(Set(at), Set.empty).end() shouldBe undisturbed
        )
        withClue(s"terminates once command $at is answered: ")(
          new Incarnations(Set.empty, Set(at)).end() shouldBe undisturbed
        )
      }
      for (snapshotEvery <- List(1, 2, 1000))
        new Incarnations(story.indices.toSet, story.indices.toSet, snapshotEvery).end() shouldBe undisturbed
    }

    "book the same plan if it terminates while windows are held and booked in one domain" in {
      val gated = new GatedDomains(rows: _*)
      val policy = new StubPolicy(places(1L -> early, 2L -> alone))
      val rules = new VoRules(1000, 10000, 0, 10, 9, true)
      val scheduler: Supplier[VoScheduler] =
        () => new VoScheduler(rules, gated.all.nodes, new ListPricing, "stub", policy, _ => 1L)
      val journal = Journal.persistent("between", 2)
      def born() = testKit.spawn(Metascheduler.create(0, scheduler, gated.all, settings, journal))
      val first = born()
      val (clock, user) = (testKit.createTestProbe[Reply](), testKit.createTestProbe[UserReply]())
      val living = testKit.spawn(VoUser.create(0, 100000, first))
      first ! new Join(new CommandId(50, 0), 0, living, user.ref)
      for (number <- List(1L, 2L)) first ! submit(number)(new CommandId(50, number), user.ref)
      first ! begin(0)(new CommandId(50, 3), clock.ref)
      clock.expectMessageType[CycleBegun]
      val books = new BookPlan(new CommandId(50, 4), 0, clock.ref)
      val ignored = testKit.createTestProbe[Domain.Reply]().ref
      def holds() = List(0, 1).map(gated.passes[BatchBooking.HoldWindows](_).answeredTo(ignored))
      def settles() = List(0, 1).map(gated.gets[BatchBooking.SettleWindows](_))

      first ! books
      val (held, settled) = (holds(), settles())
      gated.passes(0, settled.head)
      testKit.stop(first)
      born() ! books
      holds() shouldBe held
      val again = settles()
      again.map(_.answeredTo(ignored)) shouldBe settled.map(_.answeredTo(ignored))
      for (site <- List(0, 1)) gated.passes(site, again(site))

      val expected = List(new Booking(JobId.of(1), early), new Booking(JobId.of(2), alone))
      clock.expectMessage(new JobsBooked(books.id, expected.asJava))
      gated.vacantAt(0) shouldBe drawn("n0 ..########")
      gated.vacantAt(1) shouldBe drawn("n1 ..########", "n2 ##..######")
    }

    "repeat the replies from before its recovery" in {
      val domains = sites(rows: _*)
      val scheduler: Supplier[VoScheduler] = () =>
        new VoScheduler(
          new VoRules(1000, 10000, 0, 10, 9, true),
          domains.nodes,
          new ListPricing,
          "p",
          new StubPolicy(),
          _ => 1L
        )
      val journal = Journal.persistent("remembers", 1)
      val user = testKit.createTestProbe[UserReply]()
      val notices = testKit.createTestProbe[VoUser.Command]()
      val first = testKit.spawn(Metascheduler.create(0, scheduler, domains, settings, journal))
      first ! new Join(new CommandId(50, 0), 0, notices.ref, user.ref)
      user.expectMessageType[Joined]
      val submission = submit(1)(new CommandId(50, 1), user.ref)
      first ! submission
      val accepted = user.receiveMessage()
      testKit.stop(first)

      val second = testKit.spawn(Metascheduler.create(0, scheduler, domains, settings, journal))
      second ! submission
      user.expectMessage(accepted)
      second ! submit(1)(new CommandId(50, 2), user.ref)
      user.expectMessage(new NotTaken(new CommandId(50, 2), Rejection.NOT_A_NEW_JOB))
      testKit.stop(second)
    }
  }
}

object MetaschedulerJournalSpec {

  /** Final state: the reports of the organization and the bookings of the owners. */
  private final case class End(closed: Closed, answers: List[Any], reports: List[List[NodeReport]])
}
