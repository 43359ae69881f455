import AdIcon from '@mui/icons-material/CampaignOutlined';
import AuditIcon from '@mui/icons-material/HistoryOutlined';
import AuthorIcon from '@mui/icons-material/VerifiedOutlined';
import BadgeIcon from '@mui/icons-material/MilitaryTechOutlined';
import BlacklistIcon from '@mui/icons-material/BlockOutlined';
import CategoryIcon from '@mui/icons-material/AccountTreeOutlined';
import CensorIcon from '@mui/icons-material/FilterAltOutlined';
import HomeIcon from '@mui/icons-material/SpaceDashboardOutlined';
import JobIcon from '@mui/icons-material/WorkOutlineOutlined';
import PostIcon from '@mui/icons-material/ArticleOutlined';
import ProductIcon from '@mui/icons-material/SellOutlined';
import ReportIcon from '@mui/icons-material/FlagOutlined';
import RoomIcon from '@mui/icons-material/ForumOutlined';
import StickerIcon from '@mui/icons-material/EmojiEmotionsOutlined';
import UserIcon from '@mui/icons-material/PeopleOutlined';
import WithdrawalIcon from '@mui/icons-material/PaymentsOutlined';

type Entry = [path: string, name: string, icon: typeof HomeIcon];

export const SECTIONS: { title?: string; entries: Entry[] }[] = [
  { entries: [['/', 'Overview', HomeIcon]] },
  {
    title: 'Moderation',
    entries: [
      ['/reports', 'Reports', ReportIcon],
      ['/blacklist', 'Blacklist', BlacklistIcon],
      ['/censors', 'Censors', CensorIcon],
    ],
  },
  {
    title: 'People',
    entries: [
      ['/users', 'Users', UserIcon],
      ['/authorship-requests', 'Authorship', AuthorIcon],
      ['/withdrawals', 'Withdrawals', WithdrawalIcon],
    ],
  },
  {
    title: 'Content',
    entries: [
      ['/posts', 'Posts', PostIcon],
      ['/products', 'Products', ProductIcon],
      ['/ads', 'Ads', AdIcon],
      ['/jobs', 'Jobs', JobIcon],
      ['/categories', 'Categories', CategoryIcon],
    ],
  },
  {
    title: 'Community',
    entries: [
      ['/room-categories', 'Room categories', RoomIcon],
      ['/badges', 'Badges', BadgeIcon],
      ['/sticker-packs', 'Stickers', StickerIcon],
    ],
  },
  { title: 'Staff', entries: [['/audit', 'Audit log', AuditIcon]] },
];
