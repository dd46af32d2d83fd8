package io.metasched.metascheduler.actor

import java.util.function.Supplier
import scala.jdk.CollectionConverters._

import akka.actor.DeadLetter
import akka.actor.testkit.typed.scaladsl.TestProbe
import akka.actor.typed.ActorRef
import akka.actor.typed.scaladsl.Behaviors
import akka.persistence.testkit.PersistenceTestKitPlugin
import com.typesafe.config.Config
import io.metasched.metascheduler.actor.Metascheduler._
import io.metasched.metascheduler.cycle.ReplanSnapshot
import io.metasched.metascheduler.desk.{Desk, DeskRules}
import io.metasched.metascheduler.flow.FlowEvent
import io.metasched.resource.actor.Domain
import io.metasched.resource.actor.journal.Journal
import io.metasched.resource.model.JobId
import io.metasched.resource.owner.{CommandId, NodeReport}
import io.metasched.resource.pricing.ListPricing

/** A metascheduler that dies amid its work, and comes to life again from its journal. */
final class MetaschedulerJournalSpec extends OrganizationSpec {
  import MetaschedulerJournalSpec._

  override protected def config: Config = PersistenceTestKitPlugin.config.withFallback(super.config)

  /** What is on its way to one that dies is lost with it. */
  override protected def mayBeLost(letter: DeadLetter): Boolean = true

  private val rows = List("n0 domain=0 ######", "n1 domain=1 ######", "n2 domain=1 ######")
  private def early = window("n0 ##....", "n1 ##....")
  private def alone = window("n2 ..##..")
  private def late = window("n1 ...##.")
  private def moved = window("n1 ..##..")

  private type Said = (CommandId, ActorRef[Reply], ActorRef[UserReply]) => Command

  private val story: List[Said] = List(
    (id, _, user) => submit(1)(id, user),
    (id, _, user) => submit(2)(id, user),
    (id, _, user) => submit(3)(id, user),
    (id, keeper, _) => begin(0)(id, keeper),
    (id, _, user) => submit(4)(id, user),
    (id, keeper, _) => new BookPlan(id, 0, keeper),
    (id, _, user) => withdraw(1)(id, user),
    (id, keeper, _) => new MoveJobs(id, FlowEvent.NO_CYCLE, 0, keeper),
    (id, keeper, _) => new BeginCycle(id, 1, 1000, keeper),
    (id, _, user) => withdraw(4, 1000)(id, user),
    (id, keeper, _) => new BookPlan(id, 1000, keeper),
    (id, keeper, _) => new StartJob(id, JobId.of(2), 2000, keeper),
    (id, keeper, _) => new EndJob(id, JobId.of(2), false, List(new FlowEvent.Refund(2, 5)).asJava, 4000, keeper),
    (id, keeper, _) => new Close(id, 10000, keeper)
  )

  private var stories = 0

  /** Lives through the story; it dies when the commands named have been told, or have been answered. */
  private final class Life(diesOnceTold: Set[Int], diesOnceAnswered: Set[Int]) {
    private val domains = sites(rows: _*)
    stories += 1
    private val journal = Journal.persistent(s"metascheduler-$stories")
    private val policy = new PlayedPolicy(
      places(1L -> early, 2L -> alone, 3L -> late),
      snapshot =>
        snapshot.promised.asScala.toList.collect {
          case promised if promised.job.id.number == 3 =>
            new ReplanSnapshot.Move(promised.job, promised.window, moved)
        }
    )
    private val desk: Supplier[Desk] = () =>
      new Desk(new DeskRules(1000, 10000, 0, 10, 9, false), domains.nodes, new ListPricing, "played", policy, _ => 1L)
    @volatile private var current: ActorRef[Command] = born()
    private val door = testKit.spawn(Behaviors.receiveMessage[Command] { command =>
      current ! command
      Behaviors.same
    })
    private val keeper = testKit.createTestProbe[Reply]()
    private val user = testKit.createTestProbe[UserReply]()
    private val living = testKit.spawn(VoUser.create(0, 100000, door))

    private def born(): ActorRef[Command] =
      testKit.spawn(Metascheduler.create(0, desk, domains, settings, journal))

    private def dies(): Unit = {
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
        val command = said(id, keeper.ref, user.ref)
        current ! command
        if (diesOnceTold(at)) {
          dies()
          current ! command
        }
        val reply = command match {
          case _: UserCommand => answer[UserReply](user, _.id, id)
          case _              => answer[Reply](keeper, _.id, id)
        }
        if (diesOnceAnswered(at) && at < story.size - 1) dies()
        reply
      }
      val reports = domains.refs.asScala.toList.map { case (number, site) =>
        val nodes = domains.nodes.asScala.filter(_.domain == number).map(node => Int.box(node.id))
        val reported = testKit.createTestProbe[Domain.Reply]()
        site ! new Domain.Report(new CommandId(1000, 0), nodes.asJava, reported.ref)
        reported.expectMessageType[Domain.Reported].nodes.asScala.toList
      }
      val vacancies = domains.refs.asScala.toList.map { case (_, site) => vacant(site, 4000) }
      testKit.stop(current)
      End(answers.last.asInstanceOf[Closed], answers ++ vacancies, reports)
    }
  }

  "A metascheduler with a journal" should {

    "do all that the story tells" in {
      val end = new Life(Set.empty, Set.empty).end()
      kinds(end.closed) should contain allOf (
        classOf[FlowEvent.Booked],
        classOf[FlowEvent.Moved],
        classOf[FlowEvent.Withdrawn],
        classOf[FlowEvent.Finished]
      )
    }

    "come to the same, wherever it dies" in {
      val undisturbed = new Life(Set.empty, Set.empty).end()
      for (at <- story.indices) {
        withClue(s"dies once command $at is told: ")(new Life(Set(at), Set.empty).end() shouldBe undisturbed)
        withClue(s"dies once command $at is answered: ")(new Life(Set.empty, Set(at)).end() shouldBe undisturbed)
      }
      new Life(story.indices.toSet, story.indices.toSet).end() shouldBe undisturbed
    }

    "give the answers of an earlier life again" in {
      val domains = sites(rows: _*)
      val desk: Supplier[Desk] = () =>
        new Desk(
          new DeskRules(1000, 10000, 0, 10, 9, true),
          domains.nodes,
          new ListPricing,
          "p",
          new PlayedPolicy(),
          _ => 1L
        )
      val journal = Journal.persistent("remembers")
      val user = testKit.createTestProbe[UserReply]()
      val notices = testKit.createTestProbe[VoUser.Command]()
      val first = testKit.spawn(Metascheduler.create(0, desk, domains, settings, journal))
      first ! new Join(new CommandId(50, 0), 0, notices.ref, user.ref)
      user.expectMessageType[Joined]
      val submission = submit(1)(new CommandId(50, 1), user.ref)
      first ! submission
      val accepted = user.receiveMessage()
      testKit.stop(first)

      val second = testKit.spawn(Metascheduler.create(0, desk, domains, settings, journal))
      second ! submission
      user.expectMessage(accepted)
      second ! submit(1)(new CommandId(50, 2), user.ref)
      user.expectMessage(new NotTaken(new CommandId(50, 2), Rejection.NOT_A_NEW_JOB))
      testKit.stop(second)
    }
  }
}

object MetaschedulerJournalSpec {

  /** What is left at the end: what the organization says, and what the owners have. */
  private final case class End(closed: Closed, answers: List[Any], reports: List[List[NodeReport]])
}
