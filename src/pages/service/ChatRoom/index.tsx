import { useQuery } from '../../../app/navigation';
import { topicNamed } from '../topics';
import { Conversation } from './Conversation';
import { Topics } from './Topics';

/** Customer service: the choice of a topic, then its conversation (`?id=`). */
export default function ChatRoom() {
  const topic = topicNamed(useQuery('id'));
  return topic === undefined ? <Topics /> : <Conversation key={topic} topic={topic} />;
}
